import { expect, test } from 'vitest';
import { graphemesOf } from '../../../src/tui/draw/graphemes.ts';
import { type EditorAction, type EditorState, EMPTY_EDITOR, edit } from '../../../src/tui/editor/editor.ts';
import { edgeFrom, edgeUpTo, nextEdge, previousEdge } from '../../../src/tui/editor/text-edges.ts';
import { leaveInsert, leaveVisual, pressVim } from '../../../src/tui/editor/vim/press-vim.ts';
import { NEW_VIM, type VimDraft } from '../../../src/tui/editor/vim/vim-state.ts';
import { createRandom } from '../../helpers/random.ts';

const PIECES = [
  ['a', 'word', ' ', '  ', '-', '_', '9', '\n', '\t', '.', '(', ')', '"'],
  ['e\u0301', '\u0301', '漢字', 'かな', '🇩🇪', '🇩', '👩‍👩‍👧', '👍🏽', '🏽', '❤️', '\u200d', '\ufe0f'],
  ['ก็', 'क्षि', '한', '\u1112\u1161\u11ab', 'שלום', 'اَلْ', '\u0600', '\u{10ffff}'],
].flat();
const MOTIONS = [
  'left',
  'right',
  'word-left',
  'word-right',
  'line-start',
  'line-end',
  'start',
  'end',
] as const;
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

type Random = ReturnType<typeof createRandom>;

/** Where characters end, as the whole text says. */
function edgesOf(text: string): number[] {
  return [...Array.from(SEGMENTER.segment(text), ({ index }) => index), text.length];
}

function randomText(random: Random): string {
  return Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join('');
}

function randomAction(random: Random): EditorAction {
  const motion = random.pick(MOTIONS);
  return random.pick<EditorAction>([
    { type: 'insert', text: random.pick(PIECES) },
    { type: 'insert', text: random.pick(PIECES) },
    { type: 'insert', text: randomText(random) },
    { type: 'paste', text: random.below(3) === 0 ? 'x\n'.repeat(20) : randomText(random) },
    { type: 'move', motion },
    { type: 'move', motion, select: true },
    { type: 'place', cursor: random.below(40), column: random.below(9) },
    { type: 'delete', motion },
    { type: 'kill', motion },
    { type: 'copy' },
    { type: 'yank' },
    { type: 'yank-older' },
    { type: 'recase', to: random.pick(['upper', 'lower', 'capital'] as const) },
    { type: 'transpose', what: random.pick(['words', 'characters'] as const) },
    { type: 'replace', text: randomText(random) },
  ]);
}

function inUndoRedo(random: Random): EditorAction {
  return random.below(5) === 0 ? { type: random.pick(['undo', 'redo'] as const) } : randomAction(random);
}

function times(type: 'undo' | 'redo', state: EditorState): EditorState {
  return Array.from({ length: 200 }).reduce<EditorState>((reached) => edit(reached, { type }), state);
}

test.each(SEEDS)('the cursor is always between two characters, whatever is done: seed %i', (seed) => {
  const random = createRandom(seed);
  let state = EMPTY_EDITOR;
  for (let step = 0; step < 120; step += 1) {
    const action = inUndoRedo(random);
    state = edit(state, action);
    const edges = edgesOf(state.text);
    expect(edges, `${JSON.stringify(action)} in ${JSON.stringify(state.text)}`).toContain(state.cursor);
    expect(edges).toContain(state.anchor ?? state.cursor);
  }
});

test.each(SEEDS)('everything can be undone and redone: seed %i', (seed) => {
  const random = createRandom(seed);
  let state = EMPTY_EDITOR;
  for (let step = 0; step < 60; step += 1) state = edit(state, randomAction(random));
  const undone = times('undo', state);
  expect(undone.text).toBe('');
  expect(times('redo', undone).text).toBe(state.text);
});

test.each(SEEDS)('edges found nearby are those of the whole text: seed %i', (seed) => {
  const random = createRandom(seed);
  const text = Array.from({ length: 40 }, () => random.pick(PIECES)).join('');
  const edges = edgesOf(text);
  for (const [index, edge] of edges.entries()) {
    expect(nextEdge(text, edge)).toBe(edges[index + 1] ?? text.length);
    expect(previousEdge(text, edge)).toBe(edges[index - 1] ?? 0);
  }
  for (let offset = 0; offset <= text.length; offset += 1) {
    expect(edgeFrom(text, offset)).toBe(edges.find((edge) => edge >= offset));
    expect(edgeUpTo(text, offset)).toBe(edges.findLast((edge) => edge <= offset));
  }
});

test.each(SEEDS)('a text is cut into the characters that a person sees: seed %i', (seed) => {
  const random = createRandom(seed);
  const plain = [
    'é',
    'ß',
    'Ж',
    '、',
    'ー',
    '。',
    '「',
    '！',
    '～',
    ...PIECES.slice(0, 8),
    '漢',
    'か',
    '한',
    'カ',
  ];
  for (const pieces of [plain, [...plain, ...PIECES]]) {
    const text = Array.from({ length: 12 }, () => random.pick(pieces)).join('');
    const ends = graphemesOf(text).map((grapheme) => grapheme.index + grapheme.text.length);
    expect([0, ...ends]).toEqual(edgesOf(text));
  }
});

const VIM_KEYS = 'hlwbeWBE0^$gGfFtT;,dcyxXDCYpPruJ~.vVoOaAiIsS23(<<<"w';

test.each(SEEDS)('vim keeps its cursor between characters, and undoes all it did: seed %i', (seed) => {
  const random = createRandom(seed);
  const start = edit(EMPTY_EDITOR, {
    type: 'insert',
    text: Array.from({ length: 20 }, () => random.pick(PIECES)).join(''),
  });
  let draft: VimDraft = { vim: { ...NEW_VIM, mode: 'normal' }, editor: start };
  const pressed: string[] = [];
  for (let step = 0; step < 150; step += 1) {
    const key = random.pick(Array.from(VIM_KEYS));
    pressed.push(key);
    if (key === '<') draft = draft.vim.mode === 'insert' ? leaveInsert(draft) : (leaveVisual(draft) ?? draft);
    else if (draft.vim.mode !== 'insert') draft = pressVim(draft, key);
    else draft = { ...draft, editor: edit(draft.editor, { type: 'insert', text: random.pick(PIECES) }) };
    expect(edgesOf(draft.editor.text), pressed.join('')).toContain(draft.editor.cursor);
  }
  expect(times('undo', draft.editor).text).toBe('');
});
