import { expect, test } from 'vitest';
import type { FormField, FormValue } from '../../../src/core/elicitation/elicitation.ts';
import { type FormAction, fillForm, finishField, submitForm } from '../../../src/tui/form/fill-form.ts';
import { createForm } from '../../../src/tui/form/form-state.ts';
import { FEATURES, field, REGION } from '../fields.ts';

const NEXT = { type: 'next' } as const;
const UP = { type: 'up' } as const;
const DOWN = { type: 'down' } as const;
const TOGGLE = { type: 'toggle' } as const;
const CLEAR = { type: 'clear' } as const;
const pick = (index: number): FormAction => ({ type: 'pick', index });
const insert = (text: string): FormAction => ({ type: 'edit', action: { type: 'insert', text } });

function fill(fields: FormField[], ...actions: FormAction[]) {
  return actions.reduce(fillForm, createForm({ mode: 'form', message: '', fields }));
}

test.each<[string, FormField, FormAction[], FormValue | undefined]>([
  ['an empty text is left out', field(), [], undefined],
  ['a default stands there', field({ default: 'Ada' }), [], 'Ada'],
  ['a default is typed on', field({ default: 'Ada' }), [insert(' L')], 'Ada L'],
  ['a text has one line', field(), [insert('a\r\n b')], 'a b'],
  ['an integer becomes one', field({ type: 'integer' }), [insert('12')], 12],
  ['a number’s default is a number', field({ type: 'number', default: 0.5 }), [], 0.5],
  ['a switch that nobody touched', field({ type: 'boolean' }), [], undefined],
  ['a switch that has to be set is off at first', field({ type: 'boolean', required: true }), [], false],
  ['a switch switched on', field({ type: 'boolean' }), [TOGGLE], true],
  ['a switch switched on and off', field({ type: 'boolean' }), [TOGGLE, TOGGLE], false],
  ['a switch left alone again', field({ type: 'boolean' }), [TOGGLE, CLEAR], undefined],
  [
    'a switch that has to be set is not left alone',
    field({ type: 'boolean', required: true }),
    [CLEAR],
    false,
  ],
  ['a switch', field({ type: 'boolean', default: true }), [TOGGLE], false],
  ['a choice that nobody has to make is not made', REGION, [], undefined],
  ['a choice that has to be made stands on the first', { ...REGION, required: true }, [], 'eu'],
  ['a choice with a default', { ...REGION, default: 'us' }, [], 'us'],
  ['a default that is no choice', { ...REGION, default: 'mars' }, [], undefined],
  ['down from nothing', REGION, [DOWN], 'eu'],
  ['down and up', REGION, [DOWN, DOWN, DOWN, UP], 'us'],
  ['down beyond the last, alone in its form', REGION, [DOWN, DOWN, DOWN, DOWN], 'ap'],
  ['a choice by its number', REGION, [pick(2)], 'ap'],
  ['a number without a choice', REGION, [pick(3)], undefined],
  ['a choice taken back', REGION, [pick(2), CLEAR], undefined],
  ['a choice that has to be made is not taken back', { ...REGION, required: true }, [CLEAR], 'eu'],
  ['several choices, in their own order', FEATURES, [pick(2), pick(0)], ['logs', 'traces']],
  ['one of several taken back', FEATURES, [pick(0), pick(1), pick(0)], ['metrics']],
  ['the marked one of several', FEATURES, [DOWN, TOGGLE], ['metrics']],
  ['none of several', FEATURES, [], undefined],
  ['none of several, which the asker allows', { ...FEATURES, required: true, minimum: 0 }, [], []],
])('%s', (_name, over, actions, value) => {
  const { content } = submitForm(fill([over], ...actions));
  expect(content).toEqual(value === undefined ? {} : { [over.key]: value });
});

test('Tab goes round the fields, arrows leave a choice at its ends', () => {
  const fields = [field(), { ...REGION, required: true }, FEATURES];
  const at = (...actions: FormAction[]) => fill(fields, ...actions).current;
  expect(at(NEXT, NEXT, NEXT)).toBe(0);
  expect(at({ type: 'previous' })).toBe(2);
  expect(at(DOWN)).toBe(1);
  expect(at(DOWN, DOWN, DOWN)).toBe(1);
  expect(at(DOWN, DOWN, DOWN, DOWN)).toBe(2);
  expect(at(NEXT, UP)).toBe(0);
});

test('a field is passed by freely, but not finished, before it is right', () => {
  const fields = [field({ required: true }), field({ key: 'mail', format: 'email' })];
  const passed = fill(fields, NEXT, insert('ada'), NEXT);
  expect(passed.fields.map(({ problem }) => problem)).toEqual([null, expect.stringContaining('email')]);
  expect(finishField(passed)).toMatchObject({ current: 0, fields: [{ problem: 'is required' }, {}] });
  expect(finishField(fillForm(passed, insert('x'))).current).toBe(1);
});

test('a form that is wrong is not sent, and stands on the first thing to mend', () => {
  const fields = [
    field(),
    field({ key: 'n', type: 'integer', required: true }),
    field({ key: 'm', required: true }),
  ];
  const { form, content } = submitForm(fill(fields, NEXT, NEXT));
  expect(content).toBeNull();
  expect(form.current).toBe(1);
  expect(form.fields.map(({ problem }) => problem)).toEqual([null, 'is required', 'is required']);
  expect(fillForm(form, insert('1')).fields[1]?.problem).toBeNull();
});

test('a long paste is sent whole', () => {
  const text = 'x'.repeat(5000);
  const form = fill([field()], { type: 'edit', action: { type: 'paste', text } });
  expect(submitForm(form).content).toEqual({ name: text });
});

test('a form without fields is answered with nothing', () => {
  expect(submitForm(fill([], NEXT, UP, TOGGLE)).content).toEqual({});
});
