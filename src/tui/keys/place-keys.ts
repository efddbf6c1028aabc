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
      up: { keys: [same('up'), 'left'], help: 'from a draft to the answers, and through them' },
      down: { keys: [same('down'), 'right'], help: 'from a draft to the answers, and through them' },
      choose: { keys: [same('send')], help: 'give the marked answer; 1 to 9 gives one' },
      'say-why': { keys: [same('complete')], help: 'reject with a reason; a draft becomes it' },
      'edit-rule': { keys: ['e'], help: 'edit the rule that would be made' },
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
      next: { keys: [same('complete')], help: 'next field, field before' },
      previous: { keys: [same('next-mode')], help: 'next field, field before' },
      up: { keys: [same('up')], help: 'choose, or go to another field' },
      down: { keys: [same('down')], help: 'choose, or go to another field' },
      switch: { keys: ['space'], help: 'switch on and off' },
      send: { keys: [same('send')], help: 'next field, and send behind the last' },
      'open-page': { keys: ['o'], help: 'open the page that is asked for' },
      'show-all': { keys: [same('show-output')], help: 'show all of it' },
      'page-up': { keys: [same('page-up')], help: 'scroll it' },
      'page-down': { keys: [same('page-down')], help: 'scroll it' },
      decline: { keys: ['ctrl+x'], help: 'decline' },
      cancel: { keys: [same('escape')], help: 'cancel' },
    },
  },
  line: {
    title: 'A line that is typed there',
    takesText: true,
    keys: {
      take: { keys: [same('send')], help: 'take it' },
      leave: { keys: [same('escape')], help: 'leave it' },
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
      take: { keys: [same('send')], help: 'do what it is there for, or look into it' },
      look: { keys: ['right', same('complete')], help: 'look into it' },
      switch: { keys: ['space'], help: 'switch it on or off' },
      yes: { keys: ['y'], help: 'yes, where that is asked' },
      erase: { keys: [same('delete-left')], help: 'take back what was typed; go back' },
      clear: { keys: [same('cut-to-line-start')], help: 'clear the filter' },
      back: { keys: ['left'], help: 'go back' },
      leave: { keys: [same('escape')], help: 'clear the filter, go back' },
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
      add: { keys: ['a', 'ctrl+a'], help: 'add one, for this session or kept' },
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
      withdraw: { keys: ['w'], help: 'withdraw the entry' },
    },
  },
  resume: {
    title: 'Earlier sessions',
    within: 'panel',
    keys: {
      open: { keys: ['o'], help: 'go on with it' },
      fork: { keys: ['f'], help: 'fork it' },
    },
  },
  server: {
    title: 'A backend',
    within: 'panel',
    keys: { 'go-on': { keys: ['g'], help: 'go on with it' } },
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
      take: { keys: [same('send'), same('complete')], help: 'take it' },
      erase: { keys: [same('delete-left')], help: 'take back what was typed' },
      clear: { keys: [same('cut-to-line-start')], help: 'look for something else' },
      leave: {
        keys: [same('escape'), same('interrupt'), same('delete-or-leave')],
        help: 'leave the draft as it was',
      },
    },
  },
  queue: {
    title: 'The queue',
    takesText: true,
    keys: {
      up: { keys: [same('up'), same('edit-queue')], help: 'go through it' },
      down: { keys: [same('down')], help: 'go through it' },
      edit: { keys: [same('send')], help: 'edit' },
      remove: { keys: ['delete', same('delete-left')], help: 'remove' },
      leave: { keys: [same('escape'), same('interrupt')], help: 'leave it' },
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
      'next-match': { keys: ['n'], help: 'next match, match before; else other outputs' },
      'previous-match': { keys: ['N'], help: 'next match, match before; else other outputs' },
      transcript: { keys: ['t'], help: 'all of the transcript' },
      print: { keys: ['s'], help: 'print it into the scrollback' },
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
      take: { keys: [same('send')], help: 'take it' },
      erase: { keys: [same('delete-left')], help: 'take back what was typed' },
      clear: { keys: [same('cut-to-line-start')], help: 'clear the filter' },
      leave: { keys: [same('escape')], help: 'clear the filter, leave' },
      close: { keys: [same('interrupt'), same('delete-or-leave')], help: 'leave' },
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
