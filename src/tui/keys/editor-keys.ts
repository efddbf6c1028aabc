import type { EditorAction } from '../prompt/editor/editor.ts';
import type { Motion } from '../prompt/editor/motions.ts';
import type { KeyBinding } from './key-binding.ts';

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
    'cut the selection, or the word before',
  ],
  ['cut-word-right', ['alt+d', 'ctrl+delete', 'alt+delete'], kill('word-right'), 'cut the word behind'],
  ['cut-to-line-end', ['ctrl+k'], kill('line-end'), 'cut to the end of the line'],
  ['cut-to-line-start', ['ctrl+u'], kill('line-start'), 'cut to the start of the line'],
  ['yank', ['ctrl+y'], { type: 'yank' }, 'paste what was cut'],
  ['yank-older', ['alt+y'], { type: 'yank-older' }, 'what was cut before that instead'],
  ['undo', ['ctrl+_', 'ctrl+/', 'ctrl+-', 'ctrl+shift+-'], { type: 'undo' }, 'undo'],
  ['redo', ['alt+_', 'alt+/', 'alt+shift+-', 'ctrl+shift+z'], { type: 'redo' }, 'redo'],
  ['uppercase-word', ['alt+u'], { type: 'recase', to: 'upper' }, 'word in capitals'],
  ['lowercase-word', ['alt+l'], { type: 'recase', to: 'lower' }, 'word in small letters'],
  ['capitalize-word', ['alt+c'], { type: 'recase', to: 'capital' }, 'word with a capital'],
  ['transpose-words', ['alt+t'], { type: 'transpose', what: 'words' }, 'swap two words'],
] as const satisfies readonly EditorKey[];

const COMMON_CHANGE = [
  ['delete-left', ['backspace', 'ctrl+h', 'shift+backspace'], remove('left'), 'delete to the left'],
  ['delete-right', ['delete'], remove('right'), 'delete to the right'],
  ['transpose-characters', ['ctrl+alt+t'], { type: 'transpose', what: 'characters' }, 'swap two characters'],
] as const satisfies readonly EditorKey[];

const SELECT = [
  ['select-left', ['shift+left'], select('left'), 'select (every motion with Shift)'],
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

/** By which config.json gives one other chords. */
export type EditorKeyName = Listed[0];

/** A key that only changes the draft, or moves in it. */
type DraftKey = Pick<KeyBinding, 'group' | 'chords' | 'help' | 'isCommon'> & {
  name: EditorKeyName;
  does: EditorAction;
};

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
