import type { PromptKeyName } from './prompt-keys.ts';

/** The chords of an action of the prompt, wherever the user has them. */
export interface SameAs {
  as: PromptKeyName;
}

interface PlaceKey {
  /** The first one is what hints show. */
  keys: readonly (string | SameAs)[];
  /** What it does, in the words of the help. Keys in a row with the same words are shown together. */
  help: string;
}

/** A place where the draft does not take the keys. */
export interface KeyPlace {
  /** As the help and docs/keys.md call it. */
  title: string;
  /** The place whose keys hold here as well. */
  within?: 'panel';
  /** Characters are typed there, so that no key can be one. */
  takesText?: true;
  /** Answers by number, so that no key can be one. */
  takesNumbers?: true;
  keys: Readonly<Record<string, PlaceKey>>;
}

/** Everything that has keys of its own, and what they are before config.json has its say. */
export const KEY_PLACES = {
  dialog: {
    title: 'A permission question',
    takesNumbers: true,
    keys: {
      up: { keys: [same('up'), 'left'], help: 'from the draft to the answers, then between them' },
      down: { keys: [same('down'), 'right'], help: 'from the draft to the answers, then between them' },
      choose: { keys: [same('send')], help: 'give the marked answer; 1 to 9 answers directly' },
      'say-why': { keys: [same('complete')], help: 'reject with a reason; a draft becomes it' },
      'edit-rule': { keys: ['e'], help: 'edit the rule' },
      'show-all': { keys: ['d'], help: 'show all of it' },
      'page-up': { keys: [same('page-up')], help: 'scroll it' },
      'page-down': { keys: [same('page-down')], help: 'scroll it' },
      reject: { keys: [same('escape')], help: 'reject' },
    },
  },
  form: {
    title: 'A form',
    takesNumbers: true,
    keys: {
      next: { keys: [same('complete')], help: 'next or previous field' },
      previous: { keys: [same('next-mode')], help: 'next or previous field' },
      up: { keys: [same('up')], help: 'choose, or go to another field' },
      down: { keys: [same('down')], help: 'choose, or go to another field' },
      switch: { keys: ['space'], help: 'toggle' },
      send: { keys: [same('send')], help: 'next field; after the last one, send' },
      'open-page': { keys: ['o'], help: 'open the page' },
      'show-all': { keys: [same('show-output')], help: 'show all of it' },
      'page-up': { keys: [same('page-up')], help: 'scroll it' },
      'page-down': { keys: [same('page-down')], help: 'scroll it' },
      decline: { keys: ['ctrl+x'], help: 'decline' },
      cancel: { keys: [same('escape')], help: 'cancel' },
    },
  },
  line: {
    title: 'A line of text',
    takesText: true,
    keys: {
      take: { keys: [same('send')], help: 'accept' },
      leave: { keys: [same('escape')], help: 'cancel' },
    },
  },
  panel: {
    title: 'A panel',
    keys: {
      up: { keys: [same('up')], help: 'move, or scroll' },
      down: { keys: [same('down')], help: 'move, or scroll' },
      'page-up': { keys: [same('page-up')], help: 'by a page' },
      'page-down': { keys: [same('page-down')], help: 'by a page' },
      start: { keys: ['home'], help: 'beginning, end' },
      end: { keys: ['end'], help: 'beginning, end' },
      take: { keys: [same('send')], help: 'do its main action, or open it' },
      look: { keys: ['right', same('complete')], help: 'open it' },
      switch: { keys: ['space'], help: 'toggle it' },
      yes: { keys: ['y'], help: 'yes, when asked' },
      erase: { keys: [same('delete-left')], help: 'delete the last character; go back' },
      clear: { keys: [same('cut-to-line-start')], help: 'clear the filter' },
      back: { keys: ['left'], help: 'go back' },
      leave: { keys: [same('escape')], help: 'clear the filter, or go back' },
      close: { keys: [same('interrupt'), same('delete-or-leave')], help: 'close it' },
    },
  },
  mcp: {
    title: 'An MCP server',
    within: 'panel',
    keys: {
      restart: { keys: ['r'], help: 'restart it' },
      switch: { keys: ['e'], help: 'disable or enable it' },
      'log-in': { keys: ['l'], help: 'log in, log out' },
      'log-out': { keys: ['o'], help: 'log in, log out' },
    },
  },
  permissions: {
    title: 'The rules',
    within: 'panel',
    keys: {
      add: { keys: ['a', 'ctrl+a'], help: 'add one, for this session or for good' },
      edit: { keys: ['e', 'ctrl+e'], help: 'edit it' },
      forget: { keys: ['x', 'delete'], help: 'forget it' },
    },
  },
  library: {
    title: 'The library',
    within: 'panel',
    keys: {
      add: { keys: ['ctrl+a'], help: 'add a note' },
      retitle: { keys: ['t'], help: 'change the title' },
      withdraw: { keys: ['w'], help: 'delete the entry' },
    },
  },
  resume: {
    title: 'Earlier sessions',
    within: 'panel',
    keys: {
      open: { keys: ['o'], help: 'continue it' },
      fork: { keys: ['f'], help: 'fork it' },
    },
  },
  server: {
    title: 'An agent',
    within: 'panel',
    keys: { 'go-on': { keys: ['g'], help: 'switch to it' } },
  },
  diff: {
    title: 'The changes',
    within: 'panel',
    keys: { 'show-all': { keys: ['d', same('show-output')], help: 'show all of them' } },
  },
  search: {
    title: 'The search of earlier prompts',
    takesText: true,
    keys: {
      older: { keys: [same('search-history'), same('up')], help: 'older, newer' },
      newer: { keys: [same('down')], help: 'older, newer' },
      'page-up': { keys: [same('page-up')], help: 'by a page' },
      'page-down': { keys: [same('page-down')], help: 'by a page' },
      take: { keys: [same('send'), same('complete')], help: 'insert it' },
      erase: { keys: [same('delete-left')], help: 'delete the last character' },
      clear: { keys: [same('cut-to-line-start')], help: 'clear the query' },
      leave: {
        keys: [same('escape'), same('interrupt'), same('delete-or-leave')],
        help: 'cancel; the draft stays as it was',
      },
    },
  },
  queue: {
    title: 'The queue',
    takesText: true,
    keys: {
      up: { keys: [same('up'), same('edit-queue')], help: 'move through it' },
      down: { keys: [same('down')], help: 'move through it' },
      edit: { keys: [same('send')], help: 'edit' },
      remove: { keys: ['delete', same('delete-left')], help: 'remove' },
      leave: { keys: [same('escape'), same('interrupt')], help: 'back to the draft' },
    },
  },
  pager: {
    title: 'The pager',
    keys: {
      up: { keys: [same('up'), 'k'], help: 'scroll by a row' },
      down: { keys: [same('down'), same('send'), 'j'], help: 'scroll by a row' },
      'page-up': { keys: ['b', 'ctrl+b', same('page-up')], help: 'by a page' },
      'page-down': { keys: ['space', 'ctrl+f', same('page-down')], help: 'by a page' },
      'half-up': { keys: ['ctrl+u'], help: 'by half a page' },
      'half-down': { keys: ['ctrl+d'], help: 'by half a page' },
      start: { keys: ['g', 'home'], help: 'beginning, end' },
      end: { keys: ['G', 'end'], help: 'beginning, end' },
      previous: { keys: ['left', 'p'], help: 'other outputs' },
      next: { keys: ['right'], help: 'other outputs' },
      search: { keys: ['/'], help: 'search' },
      'next-match': { keys: ['n'], help: 'next or previous match; else other outputs' },
      'previous-match': { keys: ['N'], help: 'next or previous match; else other outputs' },
      transcript: { keys: ['t'], help: 'the whole transcript' },
      print: { keys: ['s'], help: 'print it to the scrollback' },
      close: { keys: ['q', same('escape'), same('interrupt'), same('show-output')], help: 'close' },
    },
  },
  picker: {
    title: 'A list to pick from',
    takesText: true,
    keys: {
      up: { keys: [same('up')], help: 'move' },
      down: { keys: [same('down')], help: 'move' },
      'page-up': { keys: [same('page-up')], help: 'by a page' },
      'page-down': { keys: [same('page-down')], help: 'by a page' },
      start: { keys: ['home'], help: 'beginning, end' },
      end: { keys: ['end'], help: 'beginning, end' },
      take: { keys: [same('send')], help: 'select it' },
      erase: { keys: [same('delete-left')], help: 'delete the last character' },
      clear: { keys: [same('cut-to-line-start')], help: 'clear the filter' },
      leave: { keys: [same('escape')], help: 'clear the filter, or cancel' },
      close: { keys: [same('interrupt'), same('delete-or-leave')], help: 'cancel' },
    },
  },
} as const satisfies Record<string, KeyPlace>;

function same<A extends PromptKeyName>(action: A): { as: A } {
  return { as: action };
}

export type Place = keyof typeof KEY_PLACES;

/** What a key does in a place. */
export type PlaceAction<P extends Place> = keyof (typeof KEY_PLACES)[P]['keys'] & string;

/** As config.json names it: `pager.close`. */
export type PlacedAction = { [P in Place]: `${P}.${PlaceAction<P>}` }[Place];
