import type { KeyBinding } from './key-binding.ts';

/** What a key does that is more than a change of the draft. */
export type Command =
  | 'send'
  | 'newline'
  | 'up'
  | 'down'
  | 'select-up'
  | 'select-down'
  | 'page-up'
  | 'page-down'
  | 'escape'
  | 'interrupt'
  | 'delete-or-leave'
  | 'complete'
  | 'next-mode'
  | 'search-history'
  | 'external-editor'
  | 'redraw'
  | 'show-output'
  | 'show-keys'
  | 'fold-plan'
  | 'queue'
  | 'edit-queue'
  | 'paste-clipboard'
  | 'suspend';

/** A command is the name of its key. */
type CommandKey = Pick<KeyBinding, 'group' | 'chords' | 'help' | 'isCommon'> & { name: Command };

/** The keys of the prompt that do more than change the draft. */
export const COMMAND_KEYS: readonly CommandKey[] = [
  { name: 'send', group: 'Prompt', chords: ['enter'], help: 'send, or queue while a turn runs' },
  {
    name: 'newline',
    group: 'Prompt',
    chords: ['ctrl+j', 'shift+enter', 'alt+enter', 'ctrl+enter'],
    help: 'new line; so does \\ Enter, and Shift+Enter where told apart',
  },
  { name: 'escape', group: 'Prompt', chords: ['escape'], help: 'interrupt; twice: clear, or edit the last' },
  { name: 'interrupt', group: 'Prompt', chords: ['ctrl+c'], help: 'cancel or clear; twice: leave' },
  { name: 'delete-or-leave', group: 'Prompt', chords: ['ctrl+d'], help: 'leave, when the draft is empty' },
  { name: 'up', group: 'Prompt', chords: ['up', 'ctrl+p'], help: 'line above, queue, earlier prompts' },
  { name: 'down', group: 'Prompt', chords: ['down', 'ctrl+n'], help: 'line below, later prompts' },
  { name: 'search-history', group: 'Prompt', chords: ['ctrl+r'], help: 'search earlier prompts' },
  { name: 'complete', group: 'Prompt', chords: ['tab'], help: 'complete a command, a path, what follows @' },
  { name: 'external-editor', group: 'Prompt', chords: ['ctrl+g'], help: 'edit the draft in your editor' },
  { name: 'paste-clipboard', group: 'Prompt', chords: ['ctrl+v', 'alt+v'], help: 'paste an image or text' },
  { name: 'queue', group: 'Prompt', chords: ['ctrl+q'], help: 'queue, also where Enter joins the turn' },
  { name: 'edit-queue', group: 'Prompt', chords: ['alt+up'], help: 'go through queued prompts: Enter, Del' },
  { name: 'next-mode', group: 'Screen', chords: ['shift+tab'], help: 'next permission mode' },
  { name: 'show-output', group: 'Screen', chords: ['ctrl+o'], help: 'whole output of the last tool' },
  { name: 'fold-plan', group: 'Screen', chords: ['ctrl+t'], help: 'fold or unfold the plan' },
  { name: 'show-keys', group: 'Screen', chords: ['f1'], help: 'these keys; so does ? on an empty draft' },
  { name: 'redraw', group: 'Screen', chords: ['ctrl+l'], help: 'redraw the screen' },
  { name: 'suspend', group: 'Screen', chords: ['ctrl+z'], help: 'suspend simse' },
  { name: 'page-up', group: 'Move', chords: ['pageup'], help: 'page up in a long draft' },
  { name: 'page-down', group: 'Move', chords: ['pagedown'], help: 'page down in a long draft' },
  { name: 'select-up', group: 'Select', chords: ['shift+up'], help: 'select the line above', isCommon: true },
  {
    name: 'select-down',
    group: 'Select',
    chords: ['shift+down'],
    help: 'select the line below',
    isCommon: true,
  },
];
