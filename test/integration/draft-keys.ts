/** What a key does to a draft, told by what is sent in the end. */
export interface DraftCase {
  /** Typed first, with a new line by Ctrl+J. */
  draft: string;
  /** Chords that prepare it. */
  before?: readonly string[];
  /** Typed behind the key; else an X, which shows where the cursor is. */
  typed?: string;
  sends: string | RegExp;
}

const TWO_LINES = 'one\ntwo';
const LONG = Array.from({ length: 60 }, (_, index) => `row ${index}`).join('\n');
/** An X in a row that is neither the first nor the last. */
const IN_THE_MIDDLE = /\n[row ]*\d*X[row ]*\d*\n/;

/** Cases by the names of the keys. */
export const DRAFT_CASES: Readonly<Record<string, DraftCase>> = {
  newline: { draft: 'one', sends: 'one\nX' },
  up: { draft: TWO_LINES, sends: 'oneX\ntwo' },
  down: { draft: TWO_LINES, before: ['ctrl+home'], sends: 'one\nXtwo' },
  'page-up': { draft: LONG, sends: IN_THE_MIDDLE },
  'page-down': { draft: LONG, before: ['ctrl+home'], sends: IN_THE_MIDDLE },
  left: { draft: 'ab', sends: 'aXb' },
  right: { draft: 'ab', before: ['home'], sends: 'aXb' },
  'word-left': { draft: 'one two', sends: 'one Xtwo' },
  'word-right': { draft: 'one two', before: ['home'], sends: 'oneX two' },
  'line-start': { draft: TWO_LINES, sends: 'one\nXtwo' },
  'line-end': { draft: TWO_LINES, before: ['ctrl+home'], sends: 'oneX\ntwo' },
  'draft-start': { draft: TWO_LINES, sends: 'Xone\ntwo' },
  'draft-end': { draft: TWO_LINES, before: ['ctrl+home'], sends: 'one\ntwoX' },
  'delete-left': { draft: 'ab', sends: 'aX' },
  'delete-right': { draft: 'ab', before: ['home'], sends: 'Xb' },
  'delete-or-leave': { draft: 'ab', before: ['home'], sends: 'Xb' },
  'cut-word-left': { draft: 'one two', sends: 'one X' },
  'cut-word-right': { draft: 'one two', before: ['home'], sends: 'X two' },
  'cut-to-line-end': { draft: 'one two', before: ['home'], sends: 'X' },
  'cut-to-line-start': { draft: 'one two', sends: 'X' },
  yank: { draft: 'one two', before: ['ctrl+w'], sends: 'one twoX' },
  'yank-older': { draft: 'one two', before: ['ctrl+w', 'left', 'ctrl+u', 'ctrl+y'], sends: 'twoX ' },
  undo: { draft: 'one two', before: ['ctrl+w'], sends: 'one twoX' },
  redo: { draft: 'one two', before: ['ctrl+w', 'ctrl+_'], sends: 'one X' },
  'uppercase-word': { draft: 'one two', before: ['home'], sends: 'ONEX two' },
  'lowercase-word': { draft: 'ONE TWO', before: ['home'], sends: 'oneX TWO' },
  'capitalize-word': { draft: 'one two', before: ['home'], sends: 'OneX two' },
  'transpose-words': { draft: 'one two', sends: 'two oneX' },
  'transpose-characters': { draft: 'ab', sends: 'baX' },
  'select-left': { draft: 'abc', sends: 'abX' },
  'select-right': { draft: 'abc', before: ['home'], sends: 'Xbc' },
  'select-word-left': { draft: 'one two', sends: 'one X' },
  'select-word-right': { draft: 'one two', before: ['home'], sends: 'X two' },
  'select-line-start': { draft: TWO_LINES, sends: 'one\nX' },
  'select-line-end': { draft: TWO_LINES, before: ['ctrl+home'], sends: 'X\ntwo' },
  'select-draft-start': { draft: TWO_LINES, sends: 'X' },
  'select-draft-end': { draft: TWO_LINES, before: ['ctrl+home'], sends: 'X' },
  'select-up': { draft: TWO_LINES, sends: 'oneX' },
  'select-down': { draft: TWO_LINES, before: ['ctrl+home'], sends: 'Xtwo' },
  copy: { draft: 'one', before: ['ctrl+shift+home'], typed: '\u001b[F\u0019X', sends: 'oneoneX' },
};
