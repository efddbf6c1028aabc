import { expect, test } from 'vitest';
import { createPeer } from '../../src/acp/peer.ts';

test('a request of the agent is dealt with as it comes, and not after what comes next', async () => {
  const taken: string[] = [];
  const lines: unknown[] = [];
  const peer = createPeer({
    send: async (line) => void lines.push(JSON.parse(line)),
    answer: async ({ method, params }) => {
      taken.push(method);
      return { said: params['say'] };
    },
    log: (line) => taken.push(line),
  });
  peer.receive({ kind: 'request', id: 'a', method: 'session/request_permission', params: { say: 'hi' } });
  taken.push('session/update');
  expect(taken).toEqual(['session/request_permission', 'session/update']);
  await expect.poll(() => lines).toEqual([{ jsonrpc: '2.0', id: 'a', result: { said: 'hi' } }]);
});
