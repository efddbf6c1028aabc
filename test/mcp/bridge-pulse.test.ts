import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPulse } from '../../src/mcp-server/bridge/create-pulse.ts';
import { connectAgent } from './connect-agent.ts';
import { fakeServers, tool } from './fake-servers.ts';
import { bridgeOver } from './open-bridge.ts';

const NEVER_MS = 2 ** 30;

function setUp(pulseMs: number, progressToken: string | undefined = 'p1') {
  const sent: { progressToken: unknown; progress: number; total?: number; message?: string }[] = [];
  const pulse = createPulse(
    {
      _meta: { progressToken },
      async sendNotification({ params }) {
        sent.push(params as (typeof sent)[number]);
      },
    },
    pulseMs,
  );
  return { sent, pulse };
}

test('what a server reports goes on as it is', () => {
  const { sent, pulse } = setUp(NEVER_MS);
  pulse.report({ progress: 1, total: 3, message: 'one' });
  pulse.report({ progress: 2 });
  pulse.stop();
  expect(sent).toEqual([
    { progressToken: 'p1', progress: 1, total: 3, message: 'one' },
    { progressToken: 'p1', progress: 2 },
  ]);
});

test('a call that is silent, as while the user is asked, still shows that it runs', async () => {
  const { sent, pulse } = setUp(5);
  pulse.report({ progress: 1_000_000, total: 3_000_000, message: 'one' });
  await expect.poll(() => sent.length).toBeGreaterThan(3);
  pulse.stop();
  const steps = sent.map(({ progress }) => progress);
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(sent.at(-1)).toMatchObject({ total: 3_000_000, message: 'one' });
  expect(steps.at(-1)).toBeLessThan(1_100_000);
});

test('an agent that asked for no progress is sent none', async () => {
  const sent: unknown[] = [];
  const pulse = createPulse({ sendNotification: async (notification) => void sent.push(notification) }, 1);
  pulse.report({ progress: 1 });
  pulse.stop();
  expect(sent).toEqual([]);
});

test.each([
  ['HTTP', true],
  ['stdio', false],
])(
  'over %s an agent that gives up on what is silent waits while the user is asked',
  async (_form, takesHttp) => {
    const servers = fakeServers({
      tools: [tool('a/b')],
      call: () =>
        delay(2500).then(() => ({ content: [{ type: 'text', text: 'the user agreed' }], isError: false })),
    });
    const agent = await connectAgent(await bridgeOver(servers, takesHttp, { pulseMs: 50 }));
    const patience = { timeout: 1500, resetTimeoutOnProgress: true, onprogress: () => {} };
    expect(await agent.callTool({ name: 'a__b' }, undefined, patience)).toMatchObject({
      content: [{ text: 'the user agreed' }],
    });
  },
);
