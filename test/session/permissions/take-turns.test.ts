import { expect, test } from 'vitest';
import type { GateRequest } from '../../../src/core/gate/gate-request.ts';
import { setUpGate } from '../set-up-gate.ts';

const run = (index: number): GateRequest => ({ kind: 'shell', command: `make step-${index}`, cwd: '/w' });
const MANY = 1000;

function askMany(signal?: AbortSignal) {
  const allow: string[] = [];
  const setUp = setUpGate({ allow });
  const context = { askedBy: 'claude', ...(signal && { signal }) };
  const verdicts = Array.from({ length: MANY }, (_, index) => setUp.gate.authorize(run(index), context));
  const shown = () => setUp.events.filter(({ type }) => type === 'question_asked').length;
  return { ...setUp, allow, verdicts, shown };
}

test('of a thousand questions at once the first are open, and each answer lets the next one come', async () => {
  const { open, answer, shown, verdicts } = askMany();
  expect(open()).toHaveLength(20);
  answer('allow_once');
  expect(await verdicts[0]).toMatchObject({ allowed: true, by: 'user' });
  await expect.poll(shown).toBe(21);
  expect(open()).toHaveLength(20);
  expect(open().at(-1)?.title).toBe('Run make step-20');
});

test('an answer that settles the others settles those that wait too, without showing them', async () => {
  const { gate, allow, verdicts, shown } = askMany();
  allow.push('shell');
  gate.reconsider();
  const settled = await Promise.all(verdicts);
  expect(settled.filter(({ allowed }) => allowed)).toHaveLength(MANY);
  expect(shown()).toBe(20);
});

test('interrupting cancels those that wait as well, without showing them', async () => {
  const turn = new AbortController();
  const { verdicts, shown, open } = askMany(turn.signal);
  turn.abort();
  const settled = await Promise.all(verdicts);
  expect(settled.filter(({ by }) => by === 'cancelled')).toHaveLength(MANY);
  expect([shown(), open()]).toEqual([20, []]);
});
