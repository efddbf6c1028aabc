import { expect, test } from 'vitest';
import { findMentions, withoutPunctuation } from '../../../src/session/turns/read-mentions.ts';

const isServer = (name: string) => name === 'shop' || name === 'my-fs';
const mentions = (text: string) => findMentions(text, isServer).map(({ server, uri }) => `${server} ${uri}`);

test.each([
  ['a resource alone', '@shop:shop://notes', ['shop shop://notes']],
  ['several in a sentence', 'Compare @shop:a://1 with @my-fs:file:///b', ['shop a://1', 'my-fs file:///b']],
  ['the same twice', '@shop:a @shop:a', ['shop a']],
  ['in brackets', '(see @shop:a://1)', ['shop a://1)']],
  ['on a line of its own', 'first\n@shop:a://1\nlast', ['shop a://1']],
  ['no server of that name', '@nobody:a://1', []],
  ['an address of mail', 'ada@shop:25 is no resource', []],
  ['a server alone', 'ask @shop: or @shop', []],
])('%s', (_what, text, expected) => {
  expect(mentions(text)).toEqual(expected);
});

test.each([
  ['a://1.', 'a://1'],
  ['a://1).', 'a://1'],
  ['a://1?', 'a://1'],
  ['a://known.', 'a://known.'],
  ['...', '...'],
])('%s at the end of a sentence means %s', (typed, meant) => {
  expect(withoutPunctuation(typed, (uri) => uri === 'a://known.')).toBe(meant);
});
