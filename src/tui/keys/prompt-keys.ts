import type { EditorAction } from '../editor/editor.ts';
import type { Motion } from '../editor/text-edges.ts';

/** A key by the name under which config.json gives it other chords. */
export interface NamedKey<Name> {
  name: Name;
  /** The heading under which the help and docs/keys.md list it. */
  group: string;
  /** The first one is what hints show. */
  chords: readonly string[];
  /** What it does, in the words of the help. */
  help: string;
  /** Every editor has it: left out of the help on the screen. */
  isCommon?: true;
}

/** What a key does in the prompt. */
export type PromptKeyName = Command | EditorKeyName;

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

/** The keys of the prompt that do more than change the draft. */
export const COMMAND_KEYS: readonly NamedKey<Command>[] = [
  { name: 'send', group: 'Prompt', chords: ['enter'], help: 'send, or queue while a turn runs' },
  {
    name: 'newline',
    group: 'Prompt',
    chords: ['ctrl+j', 'shift+enter', 'alt+enter', 'ctrl+enter'],
    help: 'new line; also \\ Enter, and Shift+Enter in some terminals',
  },
  { name: 'escape', group: 'Prompt', chords: ['escape'], help: 'interrupt; twice: clear, or edit the last' },
  { name: 'interrupt', group: 'Prompt', chords: ['ctrl+c'], help: 'cancel or clear; twice: quit' },
  { name: 'delete-or-leave', group: 'Prompt', chords: ['ctrl+d'], help: 'quit, when the draft is empty' },
  { name: 'up', group: 'Prompt', chords: ['up', 'ctrl+p'], help: 'line above, queue, earlier prompts' },
  { name: 'down', group: 'Prompt', chords: ['down', 'ctrl+n'], help: 'line below, later prompts' },
  { name: 'search-history', group: 'Prompt', chords: ['ctrl+r'], help: 'search earlier prompts' },
  { name: 'complete', group: 'Prompt', chords: ['tab'], help: 'complete a command, a path, what follows @' },
  { name: 'external-editor', group: 'Prompt', chords: ['ctrl+g'], help: 'edit the draft in your editor' },
  { name: 'paste-clipboard', group: 'Prompt', chords: ['ctrl+v', 'alt+v'], help: 'paste an image or text' },
  { name: 'queue', group: 'Prompt', chords: ['ctrl+q'], help: 'queue, also where Enter joins the turn' },
  { name: 'edit-queue', group: 'Prompt', chords: ['alt+up'], help: 'go through queued prompts: Enter, Del' },
  { name: 'next-mode', group: 'Screen', chords: ['shift+tab'], help: 'next permission mode' },
  { name: 'show-output', group: 'Screen', chords: ['ctrl+o'], help: 'full output of the last tool' },
  { name: 'fold-plan', group: 'Screen', chords: ['ctrl+t'], help: 'fold or unfold the plan' },
  { name: 'show-keys', group: 'Screen', chords: ['f1'], help: 'show the keys; also ? on an empty draft' },
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

type EditorKey = [name: string, chords: readonly string[], does: EditorAction, help: string];

const MOVE = [
  ['word-left', ['alt+b', 'ctrl+left', 'alt+left'], move('word-left'), 'word left'],
  ['word-right', ['alt+f', 'ctrl+right', 'alt+right'], move('word-right'), 'word right'],
  ['line-start', ['ctrl+a', 'home'], move('line-start'), 'start of the line'],
  ['line-end', ['ctrl+e', 'end'], move('line-end'), 'end of the line'],
  ['draft-start', ['ctrl+home', 'alt+<'], move('start'), 'start of the draft'],
  ['draft-end', ['ctrl+end', 'alt+>'], move('end'), 'end of the draft'],
] as const satisfies readonly EditorKey[];

const COMMON_MOVE = [
  ['left', ['left', 'ctrl+b'], move('left'), 'character left'],
  ['right', ['right', 'ctrl+f'], move('right'), 'character right'],
] as const satisfies readonly EditorKey[];

const CHANGE = [
  [
    'cut-word-left',
    ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
    kill('word-left'),
    'cut the selection, or the previous word',
  ],
  ['cut-word-right', ['alt+d', 'ctrl+delete', 'alt+delete'], kill('word-right'), 'cut the next word'],
  ['cut-to-line-end', ['ctrl+k'], kill('line-end'), 'cut to the end of the line'],
  ['cut-to-line-start', ['ctrl+u'], kill('line-start'), 'cut to the start of the line'],
  ['yank', ['ctrl+y'], { type: 'yank' }, 'paste what was cut'],
  ['yank-older', ['alt+y'], { type: 'yank-older' }, 'paste the cut before that instead'],
  ['undo', ['ctrl+_', 'ctrl+/', 'ctrl+-', 'ctrl+shift+-'], { type: 'undo' }, 'undo'],
  ['redo', ['alt+_', 'alt+/', 'alt+shift+-', 'ctrl+shift+z'], { type: 'redo' }, 'redo'],
  ['uppercase-word', ['alt+u'], { type: 'recase', to: 'upper' }, 'uppercase the word'],
  ['lowercase-word', ['alt+l'], { type: 'recase', to: 'lower' }, 'lowercase the word'],
  ['capitalize-word', ['alt+c'], { type: 'recase', to: 'capital' }, 'capitalize the word'],
  ['transpose-words', ['alt+t'], { type: 'transpose', what: 'words' }, 'swap two words'],
] as const satisfies readonly EditorKey[];

const COMMON_CHANGE = [
  ['delete-left', ['backspace', 'ctrl+h', 'shift+backspace'], remove('left'), 'delete to the left'],
  ['delete-right', ['delete'], remove('right'), 'delete to the right'],
  ['transpose-characters', ['ctrl+alt+t'], { type: 'transpose', what: 'characters' }, 'swap two characters'],
] as const satisfies readonly EditorKey[];

const SELECT = [
  ['select-left', ['shift+left'], select('left'), 'select (Shift with any motion)'],
  ['copy', ['alt+w'], { type: 'copy' }, 'copy the selection, for paste'],
] as const satisfies readonly EditorKey[];

const COMMON_SELECT = [
  ['select-right', ['shift+right'], select('right'), 'select to the right'],
  [
    'select-word-left',
    ['ctrl+shift+left', 'alt+shift+left'],
    select('word-left'),
    'select the word to the left',
  ],
  [
    'select-word-right',
    ['ctrl+shift+right', 'alt+shift+right'],
    select('word-right'),
    'select the word to the right',
  ],
  ['select-line-start', ['shift+home'], select('line-start'), 'select to the start of the line'],
  ['select-line-end', ['shift+end'], select('line-end'), 'select to the end of the line'],
  ['select-draft-start', ['ctrl+shift+home'], select('start'), 'select to the start of the draft'],
  ['select-draft-end', ['ctrl+shift+end'], select('end'), 'select to the end of the draft'],
] as const satisfies readonly EditorKey[];

type Listed = (
  | typeof MOVE
  | typeof COMMON_MOVE
  | typeof CHANGE
  | typeof COMMON_CHANGE
  | typeof SELECT
  | typeof COMMON_SELECT
)[number];

/** A key that only changes the draft, or moves in it. */
type EditorKeyName = Listed[0];

interface DraftKey extends NamedKey<EditorKeyName> {
  does: EditorAction;
}

export const EDITOR_KEYS: readonly DraftKey[] = [
  ...listed('Move', MOVE),
  ...common('Move', COMMON_MOVE),
  ...listed('Change', CHANGE),
  ...common('Change', COMMON_CHANGE),
  ...listed('Select', SELECT),
  ...common('Select', COMMON_SELECT),
];

function listed(group: string, keys: readonly Listed[]): DraftKey[] {
  return keys.map(([name, chords, does, help]) => ({ name, group, chords, does, help }));
}

function common(group: string, keys: readonly Listed[]): DraftKey[] {
  return listed(group, keys).map((key) => ({ ...key, isCommon: true }));
}

function move(motion: Motion): EditorAction {
  return { type: 'move', motion };
}

function select(motion: Motion): EditorAction {
  return { type: 'move', motion, select: true };
}

function remove(motion: Motion): EditorAction {
  return { type: 'delete', motion };
}

function kill(motion: Motion): EditorAction {
  return { type: 'kill', motion };
}
