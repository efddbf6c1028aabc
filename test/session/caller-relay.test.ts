import { expect, test } from 'vitest';
import type { OwnToolContext } from '../../src/core/ports/own-tool.ts';
import { createCallerRelay } from '../../src/session/served/caller-relay.ts';

const gate = {
  roots: [],
  policy: () => ({ mode: 'bypassPermissions' as const, allow: [], deny: [], ask: [] }),
  changes: { of: () => undefined, accept: () => Promise.resolve() },
};

/** A call of a client, with which the user agrees to everything. */
function callOf(client: object): OwnToolContext {
  return {
    signal: new AbortController().signal,
    caller: 'editor',
    client,
    onProgress: () => undefined,
    log: () => undefined,
    elicit: () => Promise.resolve({ action: 'accept' }),
  };
}

/** What a server gets that asks for a page while it runs calls of these clients. */
async function asked(server: string, clients: readonly object[]): Promise<string> {
  const { services, during } = createCallerRelay(gate);
  const ask = async () => {
    const page = { mode: 'url' as const, message: 'Pay.', url: 'https://pay.test/', id: '1' };
    return (await services.elicit?.(page, { askedBy: server }))?.action ?? '';
  };
  const nest = clients.reduce<() => Promise<string>>(
    (inner, client) => () => during('shop', callOf(client), inner),
    ask,
  );
  const answer = await nest();
  expect(await ask(), 'after the calls').toBe('decline');
  return answer;
}

test('what a server asks is handed on only while all of its calls are of one client', async () => {
  const [one, other] = [{}, {}];
  expect(await asked('shop', [one])).toBe('accept');
  expect(await asked('shop', [one, one])).toBe('accept');
  expect(await asked('shop', [one, other])).toBe('decline');
  expect(await asked('bank', [one])).toBe('decline');
});

test('a server that asks the model again and again in one call is stopped', async () => {
  const { services, during } = createCallerRelay({
    ...gate,
    policy: () => ({ ...gate.policy(), allow: [{ text: '*', tool: '*', argument: null }] }),
  });
  const answer = { text: 'hi', model: 'tiny', stopReason: 'endTurn' as const };
  const request = { server: 'shop', messages: [], maxTokens: 1, modelHints: [] };
  const { signal } = new AbortController();
  const context = { ...callOf({}), sample: () => Promise.resolve(answer) };

  await during('shop', context, async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await services.sample?.(request, { signal })).toEqual(answer);
    await expect(services.sample?.(request, { signal })).rejects.toMatchObject({ code: 'limit' });
  });
});
