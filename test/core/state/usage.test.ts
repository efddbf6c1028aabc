import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { fold } from '../fold-events.ts';

const ready = (backendSessionId: string): SessionEvent => ({
  type: 'backend_ready',
  backend: 'one',
  agent: null,
  backendSessionId,
});
const costs = (amount: number, used = 1000): SessionEvent => ({
  type: 'usage',
  usage: { used, size: 5000, cost: { amount, currency: 'USD' } },
});
const usd = (amount: number) => ({ amount, currency: 'USD' });

test('an agent that goes on with its session tells what all of it cost', () => {
  const state = fold([ready('a'), costs(1), costs(3), ready('a'), costs(4)]);
  expect(state.usage.cost).toEqual(usd(4));
});

test('an agent that goes on, but counts anew, adds to what was spent', () => {
  const state = fold([ready('a'), costs(3), ready('a'), costs(1), costs(2)]);
  expect(state.usage.cost).toEqual(usd(5));
});

test('another backend adds to what was spent, and has a context of its own', () => {
  const switched = [ready('a'), costs(3), ready('b')];
  expect(fold(switched).usage).toEqual({ cost: usd(3) });
  expect(fold([...switched, costs(1), costs(4)]).usage.cost).toEqual(usd(7));
  expect(fold([...switched, { type: 'usage', usage: { used: 7 } }]).usage).toEqual({ used: 7, cost: usd(3) });
});

test('an amount that comes again adds nothing', () => {
  expect(fold([ready('a'), costs(3), ready('b'), costs(0.1), costs(0.1)]).usage.cost).toEqual(usd(3.1));
});

test('amounts of different currencies are not added', () => {
  const euros: SessionEvent = { type: 'usage', usage: { cost: { amount: 2, currency: 'EUR' } } };
  expect(fold([ready('a'), costs(3), ready('b'), euros]).usage.cost).toEqual({ amount: 2, currency: 'EUR' });
});
