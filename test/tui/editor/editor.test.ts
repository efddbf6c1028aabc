import { expect, test } from 'vitest';
import {
  draftOf,
  type EditorAction,
  type EditorState,
  EMPTY_EDITOR,
  edit,
} from '../../../src/tui/editor/editor.ts';

/** The draft with a `|` where the cursor is. */
function show({ text, cursor }: EditorState): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function draft(shown: string): EditorState {
  return { ...EMPTY_EDITOR, text: shown.replace('|', ''), cursor: shown.indexOf('|') };
}

const move = (motion: Extract<EditorAction, { type: 'move' }>['motion']): EditorAction => ({
  type: 'move',
  motion,
});
const remove = (motion: Extract<EditorAction, { type: 'move' }>['motion']): EditorAction => ({
  type: 'delete',
  motion,
});
const kill = (motion: Extract<EditorAction, { type: 'move' }>['motion']): EditorAction => ({
  type: 'kill',
  motion,
});
const type = (text: string): EditorAction => ({ type: 'insert', text });

const CASES: [name: string, before: string, actions: EditorAction[], after: string][] = [
  ['typing', 'a|b', [type('x')], 'ax|b'],
  ['left over an emoji of several parts', 'a👩‍👩‍👧|b', [move('left')], 'a|👩‍👩‍👧b'],
  ['right over a combining accent', '|e\u0301x', [move('right')], 'e\u0301|x'],
  ['backspace removes a whole flag', 'a🇩🇪|', [remove('left')], 'a|'],
  ['delete removes a wide character', '|漢字', [remove('right')], '|字'],
  ['backspace at the start does nothing', '|a', [remove('left')], '|a'],
  ['delete at the end does nothing', 'a|', [remove('right')], 'a|'],
  ['backspace joins two lines', 'a\n|b', [remove('left')], 'a|b'],
  ['left goes over the end of a line', 'a\n|b', [move('left')], 'a|\nb'],
  ['word left', 'one two-three |', [move('word-left')], 'one two-|three '],
  ['word left twice', 'one two-three |', [move('word-left'), move('word-left')], 'one |two-three '],
  ['word right', '|one two', [move('word-right')], 'one| two'],
  ['word right over a line break', 'one|\n two', [move('word-right')], 'one\n two|'],
  ['line start and end', 'a\nbc|d\ne', [move('line-start')], 'a\n|bcd\ne'],
  ['line end', 'a\n|bcd\ne', [move('line-end')], 'a\nbcd|\ne'],
  ['start of the draft', 'a\nbc|d', [move('start')], '|a\nbcd'],
  ['cut to the end of the line', 'ab|cd\nef', [kill('line-end')], 'ab|\nef'],
  ['cut to the start of the line', 'x\nab|cd', [kill('line-start')], 'x\n|cd'],
  [
    'cut a word and paste it elsewhere',
    'one two|',
    [kill('word-left'), move('start'), { type: 'yank' }],
    'two|one ',
  ],
  [
    'two cuts in a row are pasted as one',
    'a b c|',
    [kill('word-left'), kill('word-left'), { type: 'yank' }],
    'a b c|',
  ],
  ['cuts to the right too', '|a b', [kill('word-right'), kill('word-right'), { type: 'yank' }], 'a b|'],
  [
    'a cut after a move is a new one',
    'a b|',
    [kill('word-left'), move('start'), kill('word-right'), { type: 'yank' }],
    'a| ',
  ],
  ['carriage returns become line breaks', '|', [type('a\r\nb\rc')], 'a\nb\nc|'],
  ['control characters are left out', '|', [type('a\u001b[31mb\u0007')], 'a[31mb|'],
  ['a combining accent joins the character before it', 'e|', [type('\u0301')], 'e\u0301|'],
];

test.each(CASES)('%s', (_name, before, actions, after) => {
  expect(show(actions.reduce(edit, draft(before)))).toBe(after);
});

test('undo takes back a word at a time, and redo brings it again', () => {
  const typed = Array.from('one two', type).reduce(edit, EMPTY_EDITOR);
  const once = edit(typed, { type: 'undo' });
  const twice = edit(once, { type: 'undo' });
  expect([once.text, twice.text]).toEqual(['one', '']);
  expect(edit(edit(twice, { type: 'redo' }), { type: 'redo' }).text).toBe('one two');
});

test('undo on an untouched draft does nothing', () => {
  expect(edit(EMPTY_EDITOR, { type: 'undo' })).toEqual(EMPTY_EDITOR);
});

test('typing after an undo gives up what could be redone', () => {
  const undone = edit(edit(EMPTY_EDITOR, type('a')), { type: 'undo' });
  expect(edit(edit(undone, type('b')), { type: 'redo' }).text).toBe('b');
});

test('a short paste stands in the draft as it is', () => {
  expect(edit(EMPTY_EDITOR, { type: 'paste', text: 'one\ntwo' }).text).toBe('one\ntwo');
});

test('a long paste is one character in the draft and is sent whole', () => {
  const long = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');
  const pasted = [type('see '), { type: 'paste', text: long } as const, type(' please')].reduce(
    edit,
    EMPTY_EDITOR,
  );
  expect(pasted.text.length).toBeLessThan(20);
  expect(draftOf(pasted)).toBe(`see ${long} please`);
});

test('one backspace removes a long paste, and undo brings it back', () => {
  const long = 'x\n'.repeat(100);
  const pasted = edit(edit(EMPTY_EDITOR, type('a')), { type: 'paste', text: long });
  const removed = edit(pasted, remove('left'));
  expect(draftOf(removed)).toBe('a');
  expect(draftOf(edit(removed, { type: 'undo' }))).toBe(`a${long}`);
});

test('a cut word to the left of a long paste does not take the word before it', () => {
  const pasted = edit(edit(EMPTY_EDITOR, type('word ')), { type: 'paste', text: 'x\n'.repeat(100) });
  expect(draftOf(edit(pasted, kill('word-left')))).toBe('word ');
});

test('pasted text cannot pose as another paste', () => {
  const pasted = edit(EMPTY_EDITOR, { type: 'paste', text: 'secret\n'.repeat(100) });
  expect(draftOf(edit(edit(pasted, { type: 'reset' }), type('\u{100000}x')))).toBe('x');
});

test('a draft that was sent leaves nothing to undo', () => {
  const sent = edit(edit(EMPTY_EDITOR, type('a')), { type: 'reset' });
  expect(edit(sent, { type: 'undo' }).text).toBe('');
});
