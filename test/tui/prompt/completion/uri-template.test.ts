import { expect, test } from 'vitest';
import {
  encodeValue,
  readAddress,
  templateStart,
} from '../../../../src/tui/prompt/completion/uri-template.ts';

const ORDER = 'shop://order/{id}/line/{line}';

test.each([
  [ORDER, 'shop://order/', { name: 'id', value: '', start: 13, context: {}, rest: '/line/', isLast: false }],
  [ORDER, 'shop://order/4', { name: 'id', value: '4', start: 13, rest: '/line/', isLast: false }],
  [
    ORDER,
    'shop://order/4/line/',
    { name: 'line', value: '', start: 20, context: { id: '4' }, rest: '', isLast: true },
  ],
  [ORDER, 'shop://order/a%20b/line/2', { name: 'line', value: '2', context: { id: 'a b' } }],
  [ORDER, 'shop://order/4%', { name: 'id', value: '4%' }],
  ['file:///{+path}', 'file:///a/b', { name: 'path', value: 'a/b', reserved: true }],
  ['x://{name}.txt', 'x://re', { name: 'name', value: 're', rest: '.txt', isLast: true }],
])('%s is followed by %s', (template, typed, expected) => {
  expect(readAddress(template, typed)).toMatchObject(expected);
});

test.each([
  ['another beginning', ORDER, 'shop://notes'],
  ['not typed so far', ORDER, 'shop://ord'],
  ['more slashes than variables', ORDER, 'shop://order/4/2'],
  ['a template without variables', 'shop://all', 'shop://all'],
  ['a form that is not completed', 'x://{?query*}', 'x://'],
])('%s has no variable to complete', (_what, template, typed) => {
  expect(readAddress(template, typed)).toBeNull();
});

test('values stand in an address as its template has it', () => {
  expect(encodeValue('a b/c', { reserved: false })).toBe('a%20b%2Fc');
  expect(encodeValue('a b/c', { reserved: true })).toBe('a%20b/c');
  expect(templateStart(ORDER)).toBe('shop://order/');
});
