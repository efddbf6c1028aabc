import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import type { SessionState } from '../../../src/core/state/session-state.ts';
import { toolSpellings } from '../../../src/core/text/tool-names.ts';
import type { ToolProgress } from '../../../src/core/tool-call.ts';
import { END, fold, START, tool } from '../fold-events.ts';

const TOOL = 'files/copy';

function progress(
  run: number,
  step: number,
  more: { toolCallId?: string; message?: string } = {},
): SessionEvent {
  return { type: 'tool_progress', tool: TOOL, run, progress: step, total: 9, ...more };
}

const begin = (id: string, title = 'mcp__simse__files__copy'): SessionEvent =>
  tool({ id, title, status: 'in_progress' });

/** What each card shows of its call's progress. */
function shown(state: SessionState): (ToolProgress | undefined)[] {
  return state.entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call.progress] : []));
}

test('a running call shows how far it is, and the last that was said counts', () => {
  const state = fold([START, begin('c1'), progress(1, 2, { message: 'a.txt' }), progress(1, 3)]);
  expect(shown(state)).toEqual([{ run: 1, progress: 3, total: 9 }]);
});

test.each(['completed', 'failed', 'cancelled'] as const)('a call that is %s shows no progress', (status) => {
  const state = fold([START, begin('c1'), progress(1, 2), tool({ id: 'c1', status }), progress(1, 3)]);
  expect(shown(state)).toEqual([undefined]);
});

test('a call that its agent never ended shows no progress after the turn', () => {
  expect(shown(fold([START, begin('c1'), progress(1, 2), END]))).toEqual([undefined]);
});

test.each([TOOL, ...toolSpellings(TOOL)])('a card is found by its title %s', (title) => {
  expect(shown(fold([START, begin('c1', title), progress(1, 2)]))).toMatchObject([{ progress: 2 }]);
});

test('a card is found by the name of its tool, whatever its title says', () => {
  const call = { id: 'c1', title: 'Copy the files', name: 'mcp__simse__files__copy' };
  expect(shown(fold([START, tool(call), progress(1, 2)]))).toMatchObject([{ progress: 2 }]);
});

test('calls of the same tool at once each keep a card', () => {
  const state = fold([START, begin('c1'), begin('c2'), progress(7, 1), progress(8, 5), progress(7, 2)]);
  expect(shown(state)).toMatchObject([
    { run: 8, progress: 5 },
    { run: 7, progress: 2 },
  ]);
});

test('the id of the call counts for more than its name', () => {
  const state = fold([START, begin('c1', 'Copying'), begin('c2'), progress(1, 4, { toolCallId: 'c1' })]);
  expect(shown(state)).toMatchObject([{ progress: 4 }, undefined]);
});

test('progress of a call without a card changes nothing', () => {
  const before = fold([START, begin('c1', 'Run make')]);
  expect(fold([progress(1, 2)], before)).toBe(before);
});

const started = (run: number, args: object, toolCallId?: string): SessionEvent => ({
  type: 'tool_started',
  tool: TOOL,
  run,
  args: JSON.stringify(args),
  ...(toolCallId === undefined ? {} : { toolCallId }),
});
const ran = (state: SessionState) =>
  state.entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call.ran?.run] : []));

test('a card says what runs for it: by the agent’s id, by its arguments, or as the only one of that tool', () => {
  const two = [START, begin('c1'), begin('c2')];
  expect(ran(fold([...two, started(1, {}, 'c2')]))).toEqual([undefined, 1]);
  expect(ran(fold([...two, started(1, {}, 'unknown')]))).toEqual([undefined, undefined]);
  expect(ran(fold([...two, started(1, { to: 'b' })]))).toEqual([undefined, undefined]);
  expect(ran(fold([START, begin('c1'), started(1, { to: 'b' })]))).toEqual([1]);
  const told = [START, begin('c1'), tool({ id: 'c2', title: TOOL, input: { to: 'b' } })];
  expect(ran(fold([...told, started(1, { to: 'b' }), started(2, { to: 'c' })]))).toEqual([2, 1]);
});
