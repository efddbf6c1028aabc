import { expect, test } from 'vitest';
import { isUnknownSession } from '../../src/acp/wire/agent-error.ts';
import { RpcError } from '../../src/core/rpc/rpc-message.ts';

test.each<[number, string, unknown, boolean]>([
  [-32602, 'Session s1 not found', undefined, true],
  [-32602, 'session not found', undefined, true],
  [-32603, 'Internal error', { details: 'Invalid session identifier' }, true],
  [-32603, 'Internal error', { details: 'No such conversation' }, true],
  [-32002, 'Resource not found', { uri: 's1' }, true],
  [-32001, 's1', undefined, true],
  [-32002, 'Resource not found', { uri: 'file:///a.txt' }, false],
  [-32603, 'Internal error', undefined, false],
  [-32603, 'Your session has expired, log in again', undefined, false],
  [400, 'model not found', undefined, false],
])('%i %s %j means a session that the agent does not know: %s', (code, message, data, expected) => {
  expect(isUnknownSession(new RpcError(code, message, data), 's1')).toBe(expected);
});
