import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { announcedSchema, fitToSchema } from '../../src/mcp-server/bridge/announced-schema.ts';
import { connectAgent } from './connect-agent.ts';
import { bridgeTo } from './open-bridge.ts';
import { fixture, startHost } from './start-host.ts';

test('an agent whose client validates gets every result, fitting or not, with the schema of the tool', async () => {
  const { host } = await startHost([fixture('structured')]);
  const agent = await connectAgent(await bridgeTo(host));
  await agent.listTools(); // From here on the SDK's client holds results against their schemas.
  const call = async (name: string) => agent.callTool({ name: `structured__${name}` });

  expect((await call('bare')).structuredContent).toEqual({ count: 7 });
  expect(await call('wrong')).toMatchObject({
    content: [{ text: 'seven' }],
    structuredContent: { unchecked: { count: 'seven' }, reason: 'It does not match its schema.' },
  });
  expect(await call('missing')).toMatchObject({
    content: [{ text: 'no structure' }],
    structuredContent: { unchecked: 'no structure', reason: 'There is no structured content.' },
  });
});

test('an agent is told what a tool returns in the words of its server', async () => {
  const { host } = await startHost([fixture('structured')]);
  const agent = await connectAgent(await bridgeTo(host));

  const { tools } = await agent.listTools();

  const shape = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };
  expect(tools.find(({ name }) => name === 'structured__bare')?.outputSchema).toMatchObject({
    type: 'object',
    anyOf: [shape, { required: ['unchecked', 'reason'] }],
  });
});

const city = { type: 'object', properties: { zip: { type: 'string', pattern: '^(a+)+$', format: 'zip' } } };

test.each<[string, JsonObject]>([
  ['definitions stay where references look for them', { $ref: '#/$defs/city', $defs: { city } }],
  [
    'an array of them',
    { properties: { all: { items: { $ref: '#/definitions/c' } } }, definitions: { c: city } },
  ],
  [
    'a property that is called as a keyword',
    { properties: { format: { type: 'string' }, pattern: { type: 'number' } } },
  ],
])('%s: the schema is passed on', (_, schema) => {
  const result = structured({ zip: 'x' });
  expect(fitToSchema(announcedSchema(schema) ?? {}, result)).toBe(result);
  expect(JSON.stringify(announcedSchema(schema))).toContain('properties');
});

test.each<[string, JsonObject]>([
  ['a schema that refers to itself', { properties: { next: { $ref: '#' } } }],
  ['a tree', { $ref: '#/$defs/t', $defs: { t: { properties: { t: { $ref: '#/$defs/t' } } } } }],
  ['a reference to elsewhere', { $ref: 'https://schemas.test/a' }],
  ['a reference to nothing', { $ref: '#/$defs/none' }],
  ['a tuple, which drafts read differently', { properties: { pair: { prefixItems: [{}], items: false } } }],
  ['a schema that is none', { type: 'objekt' }],
  ['a keyword of an old draft', { properties: { n: { exclusiveMinimum: true } } }],
])('%s: the tool is passed on without it', (_, schema) => {
  expect(announcedSchema(schema)).toBeNull();
});

test('what may take a client for ever, or mean something else to it, is not asked of it', () => {
  expect(JSON.stringify(announcedSchema({ ...city }))).not.toMatch(/pattern|format/);
});

test('references that fan out are not passed on', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at === 29 ? {} : { anyOf: [next, next] }];
    }),
  );
  expect(announcedSchema({ $ref: '#/$defs/d0', $defs })).toBeNull();
});

test('a failure without structure stays as it is, one with another structure than promised is wrapped', () => {
  const promise = announcedSchema({ type: 'object', required: ['a'] }) ?? {};
  const failed = { content: [], isError: true };
  expect(fitToSchema(promise, failed)).toBe(failed);
  expect(fitToSchema(promise, { ...failed, structuredContent: { b: 1 } })).toMatchObject({
    isError: true,
    structuredContent: { unchecked: { b: 1 } },
  });
});

function structured(structuredContent: JsonObject) {
  return { content: [], structuredContent, isError: false };
}
