import { expect, test } from 'vitest';
import { mayAskAgent } from '../../src/session/served/served-tools.ts';

test.each([
  ['over stdio', { auth: true }, true],
  ['over stdio, not wanted', { askAgent: false, auth: true }, false],
  ['over HTTP', { http: true, auth: true }, false],
  ['over HTTP, asked for', { http: ':0', askAgent: true, auth: true }, true],
  ['over HTTP without a token', { http: true, auth: false }, false],
])('%s clients may ask agents: %j gives %s', (_where, options, expected) => {
  expect(mayAskAgent(options)).toBe(expected);
});

test.each([
  ['ask agents', { askAgent: true }],
  ['call the tools of other servers', { expose: ['files/*'] }],
])('a server without a token lets nobody %s', (_what, options) => {
  expect(() => mayAskAgent({ http: true, auth: false, ...options })).toThrow(/let anybody on this machine/);
});
