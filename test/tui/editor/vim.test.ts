import { expect, test } from 'vitest';
import { EMPTY_EDITOR, edit } from '../../../src/tui/editor/editor.ts';
import { leaveInsert, leaveVisual, pressVim } from '../../../src/tui/editor/vim/press-vim.ts';
import { NEW_VIM, onCharacter, type VimDraft } from '../../../src/tui/editor/vim/vim-state.ts';

/** Somebody in normal mode; `␛` is Esc, and the cursor stands on the character behind `|`. */
function press(shown: string, keys: string): VimDraft {
  const text = shown.replace('|', '');
  const editor = onCharacter({ ...EMPTY_EDITOR, text, cursor: shown.indexOf('|') });
  let draft: VimDraft = { vim: { ...NEW_VIM, mode: 'normal' }, editor };
  for (const key of keys) {
    if (key === '␛') draft = draft.vim.mode === 'insert' ? leaveInsert(draft) : (leaveVisual(draft) ?? draft);
    else if (draft.vim.mode !== 'insert') draft = pressVim(draft, key);
    else draft = { ...draft, editor: edit(draft.editor, { type: 'insert', text: key }) };
  }
  return draft;
}

function show({ editor: { text, cursor } }: VimDraft): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

test.each([
  // Motions.
  ['one |two', 'h', 'one| two'],
  ['|one', 'lll', 'on|e'],
  ['|one two-three', 'w', 'one |two-three'],
  ['one |two-three', 'w', 'one two|-three'],
  ['one |two-three', 'W', 'one two-thre|e'],
  ['|one two three', '2w', 'one two |three'],
  ['one two |three', 'b', 'one |two three'],
  ['|one two', 'e', 'on|e two'],
  ['on|e two', 'e', 'one tw|o'],
  ['  one tw|o', '0', '|  one two'],
  ['  one tw|o', '^', '  |one two'],
  ['|one', '$', 'on|e'],
  ['a\nb\n|c', 'gg', '|a\nb\nc'],
  ['|a\nb\nc', 'G', 'a\nb\n|c'],
  ['|a\nb\nc', '2G', 'a\n|b\nc'],
  ['|a(b)c(d)', 'f(', 'a|(b)c(d)'],
  ['|a(b)c(d)', '2f(', 'a(b)c|(d)'],
  ['|a(b)c(d)', 't(', '|a(b)c(d)'],
  ['|a(b)c(d)', 'f(;', 'a(b)c|(d)'],
  ['|a(b)c(d)', 'f(;,', 'a|(b)c(d)'],
  ['a(b)c(d|)', 'F(', 'a(b)c|(d)'],
  ['a(b)c(d|)', 'Tc', 'a(b)c|(d)'],
  ['|a\nb', 'fb', '|a\nb'],
  ['f|(a, (b))', '%', 'f(a, (b)|)'],
  ['f(a, (b)|)', '%', 'f|(a, (b))'],
  ['|f({a})', '%', 'f({a}|)'],
  ['|no bracket', '%', '|no bracket'],
  ['|a (open', '%', '|a (open'],
  ['|a\nb\n\nc', '}', 'a\nb\n|\nc'],
  ['a\n\nb\n|c', '{', 'a\n|\nb\nc'],
  ['|a\n\nb', '2}', 'a\n\n|b'],
  ['a\n\n|b', '2{', '|a\n\nb'],
  ['|漢字かなカナ', 'w', '漢字|かなカナ'],
  ['a|👩‍👩‍👧b', 'l', 'a👩‍👩‍👧|b'],
  // Deleting, and what it leaves.
  ['one |two three', 'dw', 'one |three'],
  ['one |two', 'dw', 'one| '],
  ['one |two\nthree', 'dw', 'one| \nthree'],
  ['one| two', 'd0', '| two'],
  ['one |two', 'D', 'one| '],
  ['|one two', 'd$', '|'],
  ['|a(b)c', 'df)', '|c'],
  ['f|(a, (b)) c', 'd%', 'f| c'],
  ['|a\nb\n\nc', 'd}', '|\nc'],
  ['|a(b)c', 'dt)', '|)c'],
  ['|abcdef', '3x', '|def'],
  ['abc|d', 'X', 'ab|d'],
  ['a\n|b\nc', 'dd', 'a\n|c'],
  ['a\nb\n|c', 'dd', 'a\n|b'],
  ['|a', 'dd', '|'],
  ['|a\nb\nc', '2dd', '|c'],
  ['|a\nb\nc', 'dj', '|c'],
  ['a\nb\n|c', 'dgg', '|'],
  ['one |two three four', 'd2w', 'one |four'],
  ['one |two three four', '2dw', 'one |four'],
  // Text objects.
  ['one t|wo three', 'diw', 'one | three'],
  ['one t|wo three', 'daw', 'one |three'],
  ['one t|wo', 'daw', 'on|e'],
  ['say "a |b" c', 'di"', 'say "|" c'],
  ['say "a |b" c', 'da"', 'say | c'],
  ["|say 'a'", "di'", "say '|'"],
  ['f(a, g(|b), c)', 'di(', 'f(a, g(|), c)'],
  ['f(a, |g(b), c)', 'da(', '|f'],
  ['x{|a}', 'di}', 'x{|}'],
  ['a [b |c] d', 'ci[x␛', 'a [|x] d'],
  ['|a(b', 'di(', '|a(b'],
  // Changing.
  ['one |two three', 'cwnew␛', 'one ne|w three'],
  ['one |two', 'ciwnew␛', 'one ne|w'],
  ['one |two', 'Cx␛', 'one |x'],
  ['one\n|two\nthree', 'ccx␛', 'one\n|x\nthree'],
  ['|ab', 'sx␛', '|xb'],
  ['a|b', 'rx', 'a|x'],
  ['|abc', '2rx', 'x|xc'],
  ['|abc', '~~', 'AB|c'],
  ['|a\n  b', 'J', 'a| b'],
  // Into insert mode.
  ['a|b', 'ix␛', 'a|xb'],
  ['|ab', 'ax␛', 'a|xb'],
  ['  |ab', 'Ix␛', '  |xab'],
  ['|ab', 'Ax␛', 'ab|x'],
  ['|a\nb', 'ox␛', 'a\n|x\nb'],
  ['a\n|b', 'Ox␛', 'a\n|x\nb'],
  // Yanking and putting.
  ['|one two', 'ywP', 'one| one two'],
  ['|one two', 'yiw$p', 'one twoon|e'],
  ['|a\nb', 'yyjp', 'a\n|a\nb'],
  ['|a\nb', 'yyGp', 'a\nb\n|a'],
  ['|a\nb', 'ddp', 'b\n|a'],
  ['a\n|b', 'ddP', '|b\na'],
  ['|ab', 'xp', 'b|a'],
  ['|ab', 'x3p', 'baa|a'],
  // Undoing, and doing again.
  ['|one two', 'dwu', '|one two'],
  ['|ab', 'ihello you␛u', '|ab'],
  ['one |two', 'cwnew␛u', 'one |two'],
  ['|a b c', 'dw.', '|c'],
  ['|one two', 'cwx␛w.', 'x |x'],
  ['|a\nb', 'A;␛G.', 'a;\nb|;'],
  ['|abcdef', '2x.', '|ef'],
  // Selecting.
  ['|abc', 'vld', '|c'],
  ['ab|c', 'vhd', '|a'],
  ['|one two', 'vey$p', 'one twoon|e'],
  ['|a\nb\nc', 'Vjd', '|c'],
  ['|a\nb', 'Vcx␛', '|x\nb'],
  ['one t|wo', 'viwU', 'one |TWO'],
  ['|one two', 'yiwwviwp', 'one on|e'],
  ['|abc', 'vlo␛', '|abc'],
  ['|abc', 'vl␛x', 'a|c'],
  // Indenting.
  ['o|ne\n\ntwo', '3>>', '  |one\n\n  two'],
  ['    o|ne', '<<', '  |one'],
  ['|one\ntwo', 'Vj2>', '    |one\n    two'],
  ['|one', '>>.', '    |one'],
  // Searching.
  ['|one two one', '/one\n', 'one two |one'],
  ['|a b a b', '/b\nn', 'a b a |b'],
  ['|a b a b', '/b\nN', 'a b a |b'],
  ['a b a |b', '?a\n', 'a b |a b'],
  ['|one two', 'd/two\n', '|two'],
  ['|one', '/x\n', '|one'],
  ['|a b a', '/a\n/\n', '|a b a'],
  // Counts.
  ['|abcdef', 'x3.', '|ef'],
  // Put in place of what is selected.
  ['|a\nb c', 'yyGvp', 'a\n\n|a\n c'],
  ['|one two', 'yiwwviwpbbviwp', 'tw|o one'],
  ['x = |(a)', 'ci(b␛', 'x = (|b)'],
  ['|x = (a)', 'ci(b␛', 'x = (|b)'],
  // What means nothing.
  ['|abc', 'dqx', '|bc'],
  ['|abc', 'g␛x', '|bc'],
])('%s %s', (before, keys, after) => {
  expect(show(press(before, keys))).toBe(after);
});

test('a command that is not whole is shown as far as it goes', () => {
  expect(press('|a', '2d').vim.pending).toBe('2d');
  expect(press('|a', '2d␛').vim.pending).toBe('');
});

test('what is selected ends with the character under the cursor, in both directions', () => {
  expect(press('a|bcd', 'vl').editor).toMatchObject({ anchor: 1, cursor: 2 });
  expect(press('ab|cd', 'vh').editor).toMatchObject({ anchor: 3, cursor: 1 });
  expect(press('a|bcd', 'v␛').editor.anchor).toBeNull();
});
