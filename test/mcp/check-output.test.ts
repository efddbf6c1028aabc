import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { checkOutput } from '../../src/mcp/check-output.ts';
import { fixture, startHost, textOf } from './start-host.ts';

const POINT = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { x: { type: 'number' }, tags: { type: 'array', prefixItems: [{ type: 'string' }] } },
  required: ['x'],
};

test.each<[string, unknown, string | null]>([
  ['what fits', { x: 1, tags: ['a', 2], more: true }, null],
  ['a wrong type', { x: 'one' }, 'does not match its schema: /x must be number'],
  ['what is missing', {}, "does not match its schema: must have required property 'x'"],
  ['an item by its place', { x: 1, tags: [1] }, 'does not match its schema: /tags/0 must be string'],
])('a result is held against its schema: %s', (_title, value, problem) => {
  expect(checkOutput(POINT, value)).toBe(problem);
});

test('a schema may refer to its own parts, and to itself', () => {
  const tree: JsonObject = {
    type: 'object',
    properties: { name: { $ref: '#/$defs/name' }, children: { type: 'array', items: { $ref: '#' } } },
    $defs: { name: { type: 'string' } },
  };
  expect(checkOutput(tree, { name: 'a', children: [{ name: 'b' }] })).toBeNull();
  expect(checkOutput(tree, { name: 'a', children: [{ name: 7 }] })).toBe(
    'does not match its schema: /children/0/name must be string',
  );
});

const fanOut = (levels: number): JsonObject => {
  const next = (level: number) => ({ anyOf: [{ $ref: `#/$defs/l${level}` }, { $ref: `#/$defs/l${level}` }] });
  const defs = Array.from({ length: levels }, (_, level) => [`l${level}`, next(level + 1)] as const);
  return { ...next(0), $defs: { ...Object.fromEntries(defs), [`l${levels}`]: { type: 'string' } } };
};
const deep = (levels: number): JsonObject =>
  levels === 0 ? { type: 'string' } : { properties: { a: deep(levels - 1) } };

test.each<[string, JsonObject, unknown]>([
  ['refers to another place, which is not fetched', { $ref: 'https://schema.test/x.json' }, {}],
  ['is none', { type: 'nonsense' }, {}],
  [
    'holds a pattern that takes for ever',
    { properties: { a: { pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(60)}!` },
  ],
  ['fans out without end', fanOut(40), 7],
  ['refers to itself without end', { allOf: [{ $ref: '#' }] }, {}],
  ['is nested too deep', deep(100), {}],
])('a schema that %s is given up, once, and the result counts', (_title, schema, value) => {
  expect(checkOutput(schema, value)).toMatch(/^was not checked, since its schema cannot be used: /);
  expect(checkOutput(schema, value)).toBeNull();
});

test('a result that is not what its tool has promised is kept, and that is logged', async () => {
  const { host, logs } = await startHost([fixture('structured')]);

  expect(await host.catalogue.call('structured/wrong', {})).toEqual({
    content: [{ type: 'text', text: 'seven' }],
    structuredContent: { count: 'seven' },
    isError: false,
  });
  expect(logs).toContain(
    'mcp structured: warning: the result of wrong does not match its schema: /count must be number',
  );
  expect(JSON.parse(textOf(await host.catalogue.call('structured/bare', {})))).toEqual({ count: 7 });
  expect(host.catalogue.find('structured/bare')?.outputSchema).toMatchObject({ required: ['count'] });
  expect(textOf(await host.catalogue.call('structured/missing', {}))).toBe('no structure');
});
