import { expect, test } from 'vitest';
import { costOf } from '../../../src/agent/loop/usage-meter.ts';
import { describeModel, KNOWN_IDS, KNOWN_MODELS } from '../../../src/agent/model/known-models.ts';
import { providerAt } from './scripted-model.ts';

const ANTHROPIC = providerAt('https://api.anthropic.com/v1', { name: 'anthropic', kind: 'anthropic' });
const GOOGLE = providerAt('https://generativelanguage.googleapis.com/v1beta', {
  name: 'google',
  kind: 'google',
});
const PROXY = providerAt('https://proxy.example/v1', { name: 'proxy' });

test("a model's sizes are known wherever it is, its price only where its vendor sells it", () => {
  expect(describeModel(ANTHROPIC, { id: 'claude-sonnet-5-5' })).toMatchObject({
    contextWindow: 1_000_000,
    maxOutput: 128_000,
    takesImages: true,
    canReason: true,
    price: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
  });
  expect(describeModel(PROXY, { id: 'anthropic/claude-sonnet-5-5' })).toMatchObject({
    contextWindow: 1_000_000,
    price: null,
  });
});

test('a name that only begins like a known one is another model', () => {
  expect(describeModel(ANTHROPIC, { id: 'claude-sonnet-5-7' })).toMatchObject({
    contextWindow: null,
    price: null,
  });
  expect(describeModel(ANTHROPIC, { id: 'claude-sonnet-4-5-20250929' })).toMatchObject({
    contextWindow: 200_000,
  });
});

test('a price that ends on a day is another one on the next', () => {
  const price = (day: string) => describeModel(GOOGLE, { id: 'gemini-4-argon' }, day).price;
  expect(price('2026-11-30')).toMatchObject({ input: 2, output: 10 });
  expect(price('2026-12-01')).toMatchObject({ input: 4, output: 20 });
});

test('a long question costs as a whole what long questions cost', () => {
  const { price } = describeModel(ANTHROPIC, { id: 'claude-haiku-5-5' });
  const cost = (input: number) =>
    price === null ? null : costOf({ input, output: 1000, cacheRead: 0, cacheWrite: 0 }, price);
  expect(cost(100_000)).toBeCloseTo(0.0105);
  expect(cost(200_000)).toBeCloseTo(0.1025);
});

test('every model that is offered unasked is known', () => {
  const ids = Object.values(KNOWN_IDS).flat();
  expect(ids.filter((id) => !KNOWN_MODELS.some(({ pattern }) => pattern.test(id)))).toEqual([]);
});
