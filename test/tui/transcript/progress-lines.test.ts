import { expect, test } from 'vitest';
import { INITIAL_STATE } from '../../../src/core/state/reduce.ts';
import type { ToolCall } from '../../../src/core/tool-call.ts';
import { wrapLines } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { toolBlock } from '../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../src/tui/transcript/block-lines.ts';

const CALL: ToolCall = {
  id: '1',
  title: 'files/copy',
  kind: 'other',
  status: 'in_progress',
  content: [],
  locations: [],
  startedAt: 1000,
};

function draw(progress: ToolCall['progress'], columns = 80, more: Partial<ToolCall> = {}): string[] {
  const call = { ...CALL, ...more, ...(progress === undefined ? {} : { progress }) };
  const lines = blockLines(toolBlock(call, INITIAL_STATE, [], call.parentId !== undefined), columns, {
    now: 5000,
    keymap: DEFAULT_KEYMAP,
  });
  return wrapLines(lines, columns).map((row) => rowText(row).trimEnd());
}

test.each([
  ['a part of what is known', { progress: 2, total: 5 }, '  ━━━━━━━━────────────  40%'],
  ['the beginning', { progress: 0, total: 5 }, '  ────────────────────   0%'],
  ['nearly all', { progress: 999, total: 1000 }, '  ━━━━━━━━━━━━━━━━━━━━  99%'],
  ['more than all', { progress: 7, total: 5 }, '  ━━━━━━━━━━━━━━━━━━━━ 100%'],
  ['what is said of it', { progress: 1, total: 2, message: 'a.txt' }, '  ━━━━━━━━━━──────────  50%  a.txt'],
  ['a count without an end', { progress: 12_345.678, message: 'files' }, '  12,345.7  files'],
  ['an end that is none', { progress: 3, total: 0 }, '  3'],
  ['what would draw over the screen', { progress: 3, message: '\u001b[2Ja\nb\u202e' }, '  3  a b'],
])('a card shows %s', (_name, progress, drawn) => {
  expect(draw({ run: 1, ...progress })).toEqual(['⎿ files/copy  4s', drawn]);
});

test('a long message is cut to the width, wide characters too, and takes one row', () => {
  const message = '漢字'.repeat(100);
  for (const columns of [80, 40, 12, 7]) {
    const [, ...rows] = draw({ run: 1, progress: 1, total: 2, message }, columns, { title: 'x' });
    expect(rows).toHaveLength(1);
  }
  expect(draw({ run: 1, progress: 1, total: 2, message }, 40)[1]).toBe(
    '  ━━━━━━━━━━──────────  50%  漢字漢字漢…',
  );
});

test('the card of a sub-agent has it further in', () => {
  expect(draw({ run: 1, progress: 3 }, 80, { parentId: '0' })).toEqual(['  ⎿ files/copy  4s', '    3']);
});

test('without progress there is no row for it', () => {
  expect(draw(undefined)).toEqual(['⎿ files/copy  4s']);
});
