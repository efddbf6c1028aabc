import type { EditorAction } from '../editor/editor.ts';
import { EDITOR_KEYS } from './editor-keys.ts';
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
  | 'decline'
  | 'queue'
  | 'edit-queue'
  | 'paste-clipboard'
  | 'suspend';

/** A command is the name of its key. */
type CommandKey = Omit<KeyBinding, 'name'> & { does: Command };

const COMMAND_KEYS: readonly CommandKey[] = [
  { does: 'send', group: 'Prompt', chords: ['enter'], help: 'send, or queue while a turn runs' },
  {
    does: 'newline',
    group: 'Prompt',
    chords: ['ctrl+j', 'shift+enter', 'alt+enter', 'ctrl+enter'],
    help: 'new line; so does \\ Enter, and Shift+Enter where told apart',
  },
  { does: 'escape', group: 'Prompt', chords: ['escape'], help: 'interrupt; twice: clear, or edit the last' },
  { does: 'interrupt', group: 'Prompt', chords: ['ctrl+c'], help: 'cancel or clear; twice: leave' },
  { does: 'delete-or-leave', group: 'Prompt', chords: ['ctrl+d'], help: 'leave, when the draft is empty' },
  { does: 'up', group: 'Prompt', chords: ['up', 'ctrl+p'], help: 'line above, queue, earlier prompts' },
  { does: 'down', group: 'Prompt', chords: ['down', 'ctrl+n'], help: 'line below, later prompts' },
  { does: 'search-history', group: 'Prompt', chords: ['ctrl+r'], help: 'search earlier prompts' },
  { does: 'complete', group: 'Prompt', chords: ['tab'], help: 'complete a command, or what follows @' },
  { does: 'external-editor', group: 'Prompt', chords: ['ctrl+g'], help: 'edit the draft in your editor' },
  { does: 'paste-clipboard', group: 'Prompt', chords: ['ctrl+v', 'alt+v'], help: 'paste an image or text' },
  { does: 'queue', group: 'Prompt', chords: ['ctrl+q'], help: 'queue, also where Enter joins the turn' },
  { does: 'edit-queue', group: 'Prompt', chords: ['alt+up'], help: 'go through queued prompts: Enter, Del' },
  { does: 'next-mode', group: 'Screen', chords: ['shift+tab'], help: 'next permission mode' },
  { does: 'show-output', group: 'Screen', chords: ['ctrl+o'], help: 'whole output of the last tool' },
  { does: 'fold-plan', group: 'Screen', chords: ['ctrl+t'], help: 'fold or unfold the plan' },
  { does: 'decline', group: 'Screen', chords: ['ctrl+x'], help: 'decline to say what is asked for' },
  { does: 'show-keys', group: 'Screen', chords: ['f1'], help: 'these keys; so does ? on an empty draft' },
  { does: 'redraw', group: 'Screen', chords: ['ctrl+l'], help: 'redraw the screen' },
  { does: 'suspend', group: 'Screen', chords: ['ctrl+z'], help: 'suspend simse' },
  { does: 'page-up', group: 'Move', chords: ['pageup'], help: 'page up in a long draft' },
  { does: 'page-down', group: 'Move', chords: ['pagedown'], help: 'page down in a long draft' },
  { does: 'select-up', group: 'Select', chords: ['shift+up'], help: 'select the line above', isCommon: true },
  {
    does: 'select-down',
    group: 'Select',
    chords: ['shift+down'],
    help: 'select the line below',
    isCommon: true,
  },
];

/** Every key of the prompt, before config.json has its say: see createKeymap. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  ...COMMAND_KEYS.map((key) => ({ name: key.does, ...key })),
  ...EDITOR_KEYS,
];

const BY_CHORD = new Map(
  KEY_BINDINGS.flatMap(({ chords, does }) => chords.map((chord) => [chord, does] as const)),
);

/** What a built-in key does in the prompt; undefined when it does nothing. */
export function actionOf(chord: string): Command | EditorAction | undefined {
  return BY_CHORD.get(chord);
}
