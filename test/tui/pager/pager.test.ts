import { expect, test } from 'vitest';
import { rowText, span } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import {
  createPagerState,
  type PagerState,
  type PagerView,
  pageHeight,
  topOf,
  updatePager,
} from '../../../src/tui/pager/pager-keys.ts';
import { entryPage, type PagerPage, pageIds, transcriptPage } from '../../../src/tui/pager/pager-page.ts';
import { agentSays, FakeSession } from '../fake-session.ts';
import { drawPager } from '../live/draw-parts.tsx';
import { END, turn } from '../open-repl.ts';

const SIZE = { columns: 60, rows: 12 };
const HEIGHT = pageHeight(SIZE.rows);

const page = (rows: number, id = 'b'): PagerPage => ({
  id,
  title: 'Tool call, 2 of 3',
  rows: Array.from({ length: rows }, (_, index) => [span(`line ${index}`)]),
});

/** The state after these keys; a character stands for itself. */
function press(view: PagerView, keys: readonly string[], from = createPagerState('b', false)): PagerState {
  return keys.reduce((state, key) => {
    const event =
      key.length === 1 ? ({ type: 'text', text: key } as const) : ({ type: 'key', chord: key } as const);
    const step = updatePager(state, event, view);
    if ('done' in step) throw new Error(`${key} leaves`);
    return step.state;
  }, from);
}

const view: PagerView = { page: page(100), ids: ['a', 'b', 'c'], height: HEIGHT, keymap: DEFAULT_KEYMAP };
const AT = { now: 0, keymap: DEFAULT_KEYMAP };
const top = (...keys: string[]) => topOf(press(view, keys), view);

test.each([
  [['down', 'j'], 2],
  [['down', 'up', 'up'], 0],
  [['pagedown'], 8],
  [[' ', 'b'], 0],
  [['ctrl+d', 'ctrl+u', 'ctrl+d'], 4],
  [['G'], 90],
  [['end', 'k'], 89],
  [['G', 'g'], 0],
  [['G', ' '], 90],
] as const)('%j scrolls', (keys, row) => {
  expect(top(...keys)).toBe(row);
});

test('at its end it stays at the end while more comes', () => {
  const state = press(view, ['G']);
  expect(topOf(state, { ...view, page: page(150) })).toBe(140);
  expect(topOf(press(view, ['k'], state), { ...view, page: page(150) })).toBe(89);
});

test('the other calls are a key away, until the last', () => {
  expect(press(view, ['right'])).toMatchObject({ pageId: 'c', top: 0 });
  expect(press(view, ['p'])).toMatchObject({ pageId: 'a' });
  const last = { ...view, page: page(3, 'c') };
  expect(press(last, ['n'])).toMatchObject({ message: 'That was the last one' });
});

test('a search goes from match to match, and around the end', () => {
  const found = press(view, ['/', 'L', 'I', 'N', 'E', ' ', '9', 'enter']);
  expect(found).toMatchObject({ search: 'LINE 9', match: 9 });
  expect(press(view, ['n'], found).match).toBe(90);
  expect(press(view, ['n', 'n'], found).match).toBe(91);
  expect(press(view, ['N'], found).match).toBe(99);
  expect(press(view, ['/', 'x', 'enter'], found).message).toBe('No match for "x"');
});

test('what is typed to search for can be mended and given up', () => {
  expect(press(view, ['/', 'q', 'w', 'backspace']).typing).toBe('q');
  expect(press(view, ['/', 'q', 'escape'])).toMatchObject({ typing: null, search: '' });
});

test.each(['q', 'escape', 'ctrl+o', 'ctrl+c'])('%s leaves', (key) => {
  const event =
    key.length === 1 ? ({ type: 'text', text: key } as const) : ({ type: 'key', chord: key } as const);
  expect(updatePager(createPagerState('b', false), event, view)).toEqual({ done: 'close' });
});

test('the screen is filled, with what is found marked, and says who waits', () => {
  const state = press(view, ['/', '9', '9', 'enter']);
  const { rows, styled } = drawPager({ ...view, state, waiting: 'claude asks you something' }, SIZE);
  expect(rows).toHaveLength(SIZE.rows);
  expect(rows[0]).toContain('Tool call, 2 of 3');
  expect(styled.flat().filter(({ styles }) => styles.includes('underline'))).toMatchObject([{ text: '99' }]);
  expect(rows.at(-1)).toMatch(/^! claude asks you something · q to answer/);
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(SIZE.columns);
});

test('every tool call and thought has a page with all that its card leaves out', () => {
  const session = new FakeSession();
  const output = Array.from({ length: 50 }, (_, index) => `row ${index}`).join('\n');
  session.emit(
    turn('go'),
    { type: 'message_chunk', role: 'thought', content: { type: 'text', text: 'First.\n\nThen.' } },
    { type: 'tool_call', call: { id: 't', title: 'make', kind: 'execute', status: 'completed', output } },
    { type: 'tool_call', call: { id: 'u', title: 'a.ts', kind: 'read', status: 'completed', parentId: 't' } },
    agentSays('Done.'),
    END,
  );
  const state = session.getState();
  const drawn = (id: string) => entryPage(state, id, 60, AT)?.rows.map(rowText).join('\n') ?? '';
  const [thought = '', call = '', within = '', ...none] = pageIds(state);
  expect(none).toEqual([]);
  expect(drawn(thought)).toBe('∴ First.\n\n  Then.');
  expect(drawn(call)).toMatch(/^⎿ Run make {2}1 tool call.*\n {2}⎿ Read a\.ts.*\n {2}row 0\n[^]*row 49$/);
  expect(drawn(within)).toMatch(/⎿ Read a\.ts/);
  expect(transcriptPage(state, 60, AT).rows.map(rowText).join('\n')).toMatch(/^› go\n\n∴ First[^]*● Done\.$/);
});

test('of a long session the transcript is its end', () => {
  const session = new FakeSession();
  for (let index = 0; index < 200; index += 1) session.emit(turn(`prompt ${index}`), agentSays('Yes.'), END);
  const rows = transcriptPage(session.getState(), 60, AT).rows.map(rowText);
  expect(rows[0]).toBe('… 300 earlier entries');
  expect(rows).not.toContain('› prompt 99');
  expect(rows).toContain('› prompt 199');
});
