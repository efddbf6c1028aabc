import { expect, test } from 'vitest';
import type { FormField, FormValue } from '../../../src/core/elicitation/elicitation.ts';
import { readForm } from '../../../src/core/elicitation/read-form.ts';

const formOf = (property: unknown, required = false) =>
  readForm({ type: 'object', properties: { it: property }, ...(required && { required: ['it'] }) });

test.each<[string, unknown, Partial<FormField>]>([
  [
    'a text',
    { type: 'string', title: 'Name', description: 'yours' },
    { type: 'text', label: 'Name', description: 'yours' },
  ],
  ['limits of a text', { type: 'string', minLength: 2, maxLength: 5 }, { minimum: 2, maximum: 5 }],
  [
    'a format and a pattern',
    { type: 'string', format: 'email', pattern: '@' },
    { format: 'email', pattern: '@' },
  ],
  [
    'a number',
    { type: 'number', minimum: 0.5, default: 1.5 },
    { type: 'number', minimum: 0.5, default: 1.5 },
  ],
  ['an integer', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 9 }],
  ['a yes or no', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
  [
    'names of choices',
    { type: 'string', enum: ['a', 'b'], enumNames: ['A'], default: 'b' },
    {
      type: 'choice',
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'b' },
      ],
      default: 'b',
    },
  ],
  [
    'titled choices',
    { type: 'string', oneOf: [{ const: 'a', title: 'A' }, { title: 'none' }, 3] },
    { type: 'choice', options: [{ value: 'a', label: 'A' }] },
  ],
  [
    'several choices',
    {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { anyOf: [{ const: 'x' }, { const: 'y' }] },
      default: ['y'],
    },
    {
      type: 'choices',
      minimum: 1,
      maximum: 2,
      options: [
        { value: 'x', label: 'x' },
        { value: 'y', label: 'y' },
      ],
      default: ['y'],
    },
  ],
  [
    'numbers to choose from',
    { type: 'integer', enum: [1, 2] },
    {
      type: 'choice',
      options: [
        { value: '1', label: '1' },
        { value: '2', label: '2' },
      ],
    },
  ],
  ['something unknown', { type: 'hologram' }, { type: 'text', label: 'it' }],
  ['nothing', null, { type: 'text', label: 'it', required: false }],
])('a form asks for %s', (_case, property, field) => {
  expect(formOf(property).fields[0]).toMatchObject({ key: 'it', ...field });
});

test.each([
  { type: 'string', enum: ['a'], default: 'z' },
  { type: 'number', default: 'many' },
  { type: 'boolean', default: {} },
])('a default that does not fit is none: %j', (property) => {
  expect(formOf(property).fields[0]).not.toHaveProperty('default');
});

test.each<[unknown, FormValue, FormValue | null]>([
  [{ type: 'string' }, 'x', 'x'],
  [{ type: 'string', minLength: 2 }, 'x', null],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, 'many', null],
  [{ type: 'number', maximum: 3 }, 4, null],
  [{ type: 'integer' }, '7', 7],
  [{ type: 'integer' }, 7.5, null],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'boolean' }, 'maybe', null],
  [{ type: 'string', enum: ['a'] }, 'a', 'a'],
  [{ type: 'string', enum: ['a'] }, 'b', null],
  [{ type: 'integer', enum: [1, 2] }, '2', 2],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, ['b'], ['b']],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, ['c'], null],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }, [], null],
])('the answer to %j, %j, goes back as %j', (property, given, expected) => {
  expect(formOf(property, true).toContent({ it: given })).toEqual(
    expected === null ? null : { it: expected },
  );
});

test('what is left empty is left out, unless it is required', () => {
  expect(formOf({ type: 'number' }).toContent({ it: '' })).toEqual({});
  expect(formOf({ type: 'number' }).toContent({})).toEqual({});
  expect(formOf({ type: 'number' }, true).toContent({})).toBeNull();
  expect(formOf({ type: 'string' }, true).toContent({ it: '' })).toEqual({ it: '' });
});

test('a form is bounded, whatever the agent sends', () => {
  const property = {
    type: 'string',
    title: 'x'.repeat(10_000),
    enum: Array.from({ length: 10_000 }, (_, n) => `${n}`),
  };
  const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, property]));
  const { fields } = readForm({ properties });
  expect(fields.length).toBe(100);
  expect(fields[0]?.label.length).toBeLessThan(600);
  expect(fields[0]?.options.length).toBe(500);
});

test('what is left out is answered with its default where the requester wants that', () => {
  const form = readForm({
    properties: {
      city: { type: 'string', default: 'Oslo' },
      count: { type: 'integer', enum: [1, 2], default: 2 },
      note: { type: 'string' },
      bad: { type: 'integer', default: 'many' },
    },
    required: ['city'],
  });
  expect(form.toContent({}, { fillDefaults: true })).toEqual({ city: 'Oslo', count: 2 });
  expect(form.toContent({ city: 'Rome' }, { fillDefaults: true })).toEqual({ city: 'Rome', count: 2 });
  expect(form.toContent({})).toBeNull();
});

test.each([undefined, null, 3, [], { properties: [] }, { properties: null, required: 'x' }])(
  'a schema that is none is a form without fields: %j',
  (schema) => {
    expect(readForm(schema).fields).toEqual([]);
    expect(readForm(schema).toContent({ x: 'y' })).toEqual({});
  },
);

test('a field may be called what every object has', () => {
  const form = readForm(
    JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
  );
  expect(form.fields.map(({ key }) => key)).toEqual(['__proto__', 'constructor']);
  const content = form.toContent(JSON.parse('{"__proto__":"a"}') as Record<string, FormValue>);
  expect(JSON.stringify(content)).toBe('{"__proto__":"a"}');
});
