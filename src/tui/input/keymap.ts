import type { EditorAction } from '../editor/editor.ts';

/** What a key does that is more than a change of the draft. */
export type Command =
  | 'send'
  | 'newline'
  | 'up'
  | 'down'
  | 'escape'
  | 'interrupt'
  | 'delete-or-leave'
  | 'complete'
  | 'next-mode'
  | 'redraw'
  | 'show-output'
  | 'fold-plan'
  | 'decline'
  | 'suspend';

export interface KeyBinding {
  /** The first one is what the help shows. */
  chords: readonly string[];
  does: Command | EditorAction;
  /** What the help says of it; bindings that say the same are one line there. None for what every editor has. */
  help?: string;
}

/** Every key of the prompt: the handler looks keys up here, and the help lists them from here. */
export const KEYMAP: readonly KeyBinding[] = [
  { chords: ['enter'], does: 'send', help: 'send, or queue while a turn runs' },
  {
    chords: ['ctrl+j', 'shift+enter', 'alt+enter', 'ctrl+enter'],
    does: 'newline',
    help: 'new line (also Shift+Enter, Alt+Enter, \\ Enter)',
  },
  { chords: ['escape'], does: 'escape', help: 'interrupt the turn; twice: clear the draft' },
  { chords: ['ctrl+c'], does: 'interrupt', help: 'cancel or clear; twice: leave' },
  { chords: ['ctrl+d'], does: 'delete-or-leave', help: 'leave, when the draft is empty' },
  { chords: ['up', 'ctrl+p'], does: 'up', help: 'line above, queued prompt, earlier prompts' },
  { chords: ['down', 'ctrl+n'], does: 'down', help: 'line below, later prompts' },
  { chords: ['tab'], does: 'complete', help: 'complete a command, or what follows @' },
  { chords: ['shift+tab'], does: 'next-mode', help: 'next permission mode' },
  { chords: ['ctrl+o'], does: 'show-output', help: 'whole output of the last tool' },
  { chords: ['ctrl+t'], does: 'fold-plan', help: 'fold or unfold the plan' },
  { chords: ['ctrl+x'], does: 'decline', help: 'decline to say what is asked for' },
  { chords: ['ctrl+l'], does: 'redraw', help: 'redraw the screen' },
  { chords: ['ctrl+z'], does: 'suspend', help: 'suspend simse' },
  { chords: ['left', 'ctrl+b'], does: { type: 'move', motion: 'left' } },
  { chords: ['right', 'ctrl+f'], does: { type: 'move', motion: 'right' } },
  {
    chords: ['alt+b', 'ctrl+left', 'alt+left'],
    does: { type: 'move', motion: 'word-left' },
    help: 'word left',
  },
  {
    chords: ['alt+f', 'ctrl+right', 'alt+right'],
    does: { type: 'move', motion: 'word-right' },
    help: 'word right',
  },
  { chords: ['ctrl+a', 'home'], does: { type: 'move', motion: 'line-start' }, help: 'start of the line' },
  { chords: ['ctrl+e', 'end'], does: { type: 'move', motion: 'line-end' }, help: 'end of the line' },
  { chords: ['ctrl+home'], does: { type: 'move', motion: 'start' } },
  { chords: ['ctrl+end'], does: { type: 'move', motion: 'end' } },
  { chords: ['backspace', 'ctrl+h', 'shift+backspace'], does: { type: 'delete', motion: 'left' } },
  { chords: ['delete'], does: { type: 'delete', motion: 'right' } },
  {
    chords: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
    does: { type: 'kill', motion: 'word-left' },
    help: 'cut the word to the left',
  },
  {
    chords: ['alt+d', 'ctrl+delete', 'alt+delete'],
    does: { type: 'kill', motion: 'word-right' },
    help: 'cut the word to the right',
  },
  { chords: ['ctrl+k'], does: { type: 'kill', motion: 'line-end' }, help: 'cut to the end of the line' },
  { chords: ['ctrl+u'], does: { type: 'kill', motion: 'line-start' }, help: 'cut to the start of the line' },
  { chords: ['ctrl+y'], does: { type: 'yank' }, help: 'paste what was cut' },
  { chords: ['ctrl+_', 'ctrl+/', 'ctrl+-', 'ctrl+shift+-'], does: { type: 'undo' }, help: 'undo' },
  { chords: ['alt+_', 'alt+/'], does: { type: 'redo' }, help: 'redo' },
];

const BY_CHORD = new Map(KEYMAP.flatMap(({ chords, does }) => chords.map((chord) => [chord, does] as const)));

/** What a key does in the prompt; undefined when it does nothing. */
export function actionOf(chord: string): Command | EditorAction | undefined {
  return BY_CHORD.get(chord);
}

const NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  up: '↑',
  down: '↓',
};

/** A chord as people read it: `Ctrl+J`. */
export function chordLabel(chord: string): string {
  return chord
    .split('+')
    .map((part) => NAMES[part] ?? part.toUpperCase())
    .join('+');
}
