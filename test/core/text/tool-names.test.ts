import { expect, test } from 'vitest';
import { toolAlias } from '../../../src/core/text/tool-names.ts';

test.each([
  ['filesystem/read_file', 'filesystem__read_file'],
  ['a-b/c-d_e', 'a-b__c-d_e'],
  ['a/_b', 'a___b'],
])('%s is called %s by agents', (name, alias) => {
  expect(toolAlias(name)).toBe(alias);
});

test.each([
  ['dots', 'github/issues.create', /^github__issues_create_[0-9a-f]{8}$/],
  ['a slash', 'x/a/b', /^x__a_b_[0-9a-f]{8}$/],
  ['letters that models do not take', 'x/größe', /^x__gr__e_[0-9a-f]{8}$/],
  ['a server that looks like server and tool', 'a__b/c', /^a__b__c_[0-9a-f]{8}$/],
  ['a server that ends like the separator', 'a_/b', /^a___b_[0-9a-f]{8}$/],
  ['too many letters', `server/${'x'.repeat(100)}`, /^server__x{35}_[0-9a-f]{8}$/],
])('a name with %s gets a hash', (_what, name, alias) => {
  expect(toolAlias(name)).toMatch(alias);
  expect(toolAlias(name).length).toBeLessThanOrEqual(52);
  expect(toolAlias(name)).toBe(toolAlias(name));
});

test('names that look alike keep different aliases', () => {
  const names = [
    'a/b.c',
    'a/b_c',
    'a/b c',
    'a_/b',
    'a/_b',
    'a__b/c',
    'a/b__c',
    `s/${'x'.repeat(80)}1`,
    `s/${'x'.repeat(80)}2`,
  ];
  expect(new Set(names.map(toolAlias)).size).toBe(names.length);
});
