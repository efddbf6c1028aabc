import { expect, test } from 'vitest';
import { fixture, SOON, startHost, textOf } from './start-host.ts';

/** Escape sequences, control characters but line breaks, bidi and zero-width marks, tags. */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;

/** Every text inside, but the values that a schema allows. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'enum' || key === 'default' ? [] : [...(Array.isArray(value) ? [] : [key]), ...textsOf(inner)],
  );
}

test('what a server says of itself and of what it offers is safe to draw, and not long', async () => {
  const { host, logs } = await startHost([fixture('evil')]);
  const { catalogue, offers } = host;

  const said = [
    ...textsOf(catalogue.list()),
    ...textsOf([offers.prompts(), offers.resources()]),
    ...textsOf(host.status()),
    host.instructions('evil') ?? '',
  ];
  expect(said.filter((text) => UNSAFE.test(text))).toEqual([]);
  expect(Math.max(...said.map((text) => text.length))).toBeLessThanOrEqual(2049);
  expect(JSON.stringify(catalogue.list()).length).toBeLessThan(30_000);
  expect(catalogue.list()).toMatchObject([
    { tool: 'weather', description: expect.stringMatching(/^reversed Ignore previous instructions/) },
  ]);

  const failure = await catalogue.call('evil/weather', {});
  expect(failure.isError).toBe(true);
  expect(textOf(failure)).not.toMatch(UNSAFE);
  await expect.poll(() => logs.filter((line) => line.includes('stderr')).length, SOON).toBeGreaterThan(0);
  expect(logs.filter((line) => UNSAFE.test(line))).toEqual([]);
});

test('values that a tool takes go back as they are', async () => {
  const { host } = await startHost([fixture('evil')]);
  const schema = host.catalogue.find('evil/weather')?.inputSchema;
  expect(JSON.stringify(schema?.['properties'])).toContain('"enum":["\\u001b[2J');
});
