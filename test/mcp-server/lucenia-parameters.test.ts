import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { parametersSchema } from '../../src/mcp/transports/lucenia/envelope-tools.ts';
import { toolParameters } from '../../src/mcp-server/lucenia/answer-query.ts';
import { ownFeatures } from './own-features.ts';

const filter = {
  type: 'object',
  properties: { tag: { type: 'string' }, since: { type: 'string' } },
  required: ['tag'],
};

test.each<[string, JsonObject, JsonObject]>([
  ['no arguments', { type: 'object' }, {}],
  [
    'what is needed says so itself',
    {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { default: 10 } },
      required: ['query'],
    },
    { query: { type: 'string', required: true }, limit: { default: 10 } },
  ],
  [
    'so it does within objects and lists',
    { type: 'object', properties: { filter, all: { type: 'array', items: filter } }, required: ['filter'] },
    {
      filter: {
        type: 'object',
        properties: { tag: { type: 'string', required: true }, since: { type: 'string' } },
        required: true,
      },
      all: {
        type: 'array',
        items: {
          type: 'object',
          properties: { tag: { type: 'string', required: true }, since: { type: 'string' } },
        },
      },
    },
  ],
  [
    'a parameter that takes anything',
    {
      type: 'object',
      properties: { value: true as never },
      required: ['value'],
      additionalProperties: false,
    },
    { value: { required: true } },
  ],
])('%s', (_what, schema, parameters) => {
  expect(toolParameters(schema)).toEqual(parameters);
});

test.each<[string, JsonObject]>([
  ['definitions', { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: filter } }],
  ['alternatives', { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['named by pattern', { type: 'object', additionalProperties: { type: 'string' } }],
])('a schema that says more than parameters can hold is given whole: %s', (_what, schema) => {
  expect(toolParameters(schema)).toEqual(schema);
  expect(parametersSchema(toolParameters(schema))).toEqual(schema);
});

test("simse as a client makes of every parameter of simse's own tools what it was", async () => {
  const { features } = await ownFeatures();
  for (const { inputSchema } of features.tools()) {
    const { type, properties = {}, required } = inputSchema;
    expect(parametersSchema(toolParameters(inputSchema))).toEqual({
      type,
      properties,
      ...(required === undefined ? {} : { required }),
    });
  }
  expect(features.tools().length).toBeGreaterThan(5);
});
