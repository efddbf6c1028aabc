import { expect, test } from 'vitest';
import { createAcpPeer } from '../../src/acp/wire/acp-peer.ts';
import type { RpcParams } from '../../src/core/rpc/rpc-message.ts';

/** A peer whose agent is the test. */
function linkPeer(answer: (params: RpcParams, signal: AbortSignal) => Promise<unknown>) {
  const taken: string[] = [];
  const lines: unknown[] = [];
  const peer = createAcpPeer({
    send: async (line) => void lines.push(JSON.parse(line)),
    answer(method, params, signal) {
      taken.push(method);
      return answer(params, signal);
    },
    onNotification: (method) => taken.push(method),
    log: (line) => taken.push(line),
  });
  return { peer, taken, lines };
}

test('a request of the agent is dealt with as it comes, and not after what comes next', async () => {
  const { peer, taken, lines } = linkPeer(async (params) => ({ said: params['say'] }));
  peer.receive({ id: 'a', method: 'session/request_permission', params: { say: 'hi' } });
  taken.push('session/update');
  expect(taken).toEqual(['session/request_permission', 'session/update']);
  await expect.poll(() => lines).toEqual([{ jsonrpc: '2.0', id: 'a', result: { said: 'hi' } }]);
});

test('what the agent cancels is answered all the same, and only once', async () => {
  const { peer, lines } = linkPeer(
    (_params, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }))),
  );
  peer.receive({ id: 5, method: 'elicitation/create' });
  peer.receive({ method: '$/cancel_request', params: { requestId: 5 } });
  peer.receive({ method: '$/cancel_request', params: { requestId: 5 } });
  await expect.poll(() => lines).toEqual([{ jsonrpc: '2.0', id: 5, result: { outcome: 'cancelled' } }]);
});

test('a request that its caller cancels rejects with the reason and is cancelled at the agent, not what the agent asks', async () => {
  const { peer, lines } = linkPeer(async (_params, signal) => ({ ended: signal.aborted }));
  const caller = new AbortController();
  const request = peer.request('authenticate', {}, { signal: caller.signal });
  peer.receive({ id: 'a', method: 'elicitation/create' });
  caller.abort(new Error('changed my mind'));
  await expect(request).rejects.toThrow('changed my mind');
  expect(lines).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'authenticate', params: {} },
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 'a', result: { ended: false } },
  ]);
});
