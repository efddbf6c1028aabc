import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProgressReport } from '../../src/mcp-server/serve/serve-tools.ts';
import { connectAgent } from './connect-agent.ts';
import { fakeServers, tool } from './fake-servers.ts';
import { bridgeOver } from './open-bridge.ts';

const NEVER_MS = 2 ** 30;

function setUp(heartbeatMs: number, progressToken: string | undefined = 'p1') {
  const sent: { progressToken: unknown; progress: number; total?: number; message?: string }[] = [];
  const progress = createProgressReport(
    {
      _meta: { progressToken },
      async sendNotification({ params }) {
        sent.push(params as (typeof sent)[number]);
      },
    },
    heartbeatMs,
  );
  return { sent, progress };
}

test('what a server reports goes on as it is', () => {
  const { sent, progress } = setUp(NEVER_MS);
  progress.report({ progress: 1, total: 3, message: 'one' });
  progress.report({ progress: 2 });
  progress.stop();
  expect(sent).toEqual([
    { progressToken: 'p1', progress: 1, total: 3, message: 'one' },
    { progressToken: 'p1', progress: 2 },
  ]);
});

test('a call that is silent, as while the user is asked, still shows that it runs', async () => {
  const { sent, progress } = setUp(5);
  progress.report({ progress: 1_000_000, total: 3_000_000, message: 'one' });
  await expect.poll(() => sent.length).toBeGreaterThan(3);
  progress.stop();
  const steps = sent.map(({ progress }) => progress);
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(sent.at(-1)).toMatchObject({ total: 3_000_000, message: 'one' });
  expect(steps.at(-1)).toBeLessThan(1_100_000);
});

test('an agent that asked for no progress is sent none', async () => {
  const sent: unknown[] = [];
  const progress = createProgressReport(
    { sendNotification: async (notification) => void sent.push(notification) },
    1,
  );
  progress.report({ progress: 1 });
  progress.stop();
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
    const agent = await connectAgent(await bridgeOver(servers, takesHttp, { heartbeatMs: 50 }));
    const patience = { timeout: 1500, resetTimeoutOnProgress: true, onprogress: () => {} };
    expect(await agent.callTool({ name: 'a__b' }, undefined, patience)).toMatchObject({
      content: [{ text: 'the user agreed' }],
    });
  },
);
