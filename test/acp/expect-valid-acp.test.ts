import { expect, test } from 'vitest';
import { expectValidAcp } from './expect-valid-acp.ts';

test.each([
  ['a field of the wrong type', { method: 'session/new', params: { cwd: 7, mcpServers: [] } }],
  ['a missing field', { method: 'session/prompt', params: { sessionId: 's1' } }],
  ['a missing field of an unstable method', { method: 'session/set_title', params: { sessionId: 's1' } }],
  ['a method that does not exist', { method: 'session/none', params: {} }],
  ['an answer to nothing', { id: 1, result: {} }],
  ['an error without a code', { id: 1, error: { message: 'x' } }],
])('%s is found', (_case, message) => {
  expect(() => expectValidAcp([{ jsonrpc: '2.0', ...message }])).toThrow('expected');
});

test('an answer of the wrong shape is found', () => {
  const asked = { asked: { id: 1, method: 'fs/read_text_file' } };
  const answer = (result: object) => [asked, { jsonrpc: '2.0', id: 1, result }];
  expect(() => expectValidAcp(answer({ content: 7 }))).toThrow('expected');
  expectValidAcp(answer({ content: 'text' }));
});
