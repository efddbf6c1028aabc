import { describe, expect, onTestFinished, test } from 'vitest';
import { type AgentClient, type ClientOptions, connectClient } from '../agent/agent-client.ts';
import type { ModelServer, Reply } from '../fixtures/model/model-server.mjs';
import { startSimse } from '../helpers/run-simse.ts';
import { modelSandbox, WIRES, type Wire } from './model-sandbox.ts';

interface Scene {
  client: AgentClient;
  server: ModelServer;
  read(path: string): Promise<string | null>;
}

interface Stage {
  stage: string;
  replies: Reply[];
  options?: Partial<ClientOptions>;
  isReached(scene: Scene): boolean;
  /** Which answers of the model the cancellation closes, counted from 0. */
  closes?: readonly number[];
  afterwards?(scene: Scene): Promise<void>;
}

const NEVER = new Promise<string>(() => {});
const HANGING = { steps: [{ text: 'One moment' }, { hang: true }] } satisfies Reply;

const STAGES: readonly Stage[] = [
  {
    stage: 'the model has not answered yet',
    replies: [{ silent: true }],
    isReached: ({ server }) => server.requests.length === 1,
    closes: [0],
  },
  {
    stage: 'it is in the middle of its words',
    replies: [HANGING],
    isReached: ({ client }) => client.answer().includes('One moment'),
    closes: [0],
  },
  {
    stage: 'it has asked for a tool and is not done',
    replies: [
      {
        steps: [
          { call: 'write_file', args: { path: 'a.txt', content: 'a' } },
          { text: 'And' },
          { hang: true },
        ],
      },
    ],
    isReached: ({ client }) => client.answer().includes('And'),
    closes: [0],
    afterwards: async ({ read }) => expect(await read('a.txt')).toBeNull(),
  },
  {
    stage: 'a command runs',
    replies: [
      {
        steps: [
          { text: 'I wait. ' },
          { call: 'shell', args: { command: 'exec sleep 300' } },
          { call: 'write_file', args: { path: 'a.txt', content: 'a' } },
        ],
      },
    ],
    isReached: ({ client }) => client.terminals.size === 1,
    async afterwards({ client, read }) {
      expect(await client.terminals.get('term-1')?.exited).toMatchObject({ signal: expect.any(String) });
      expect(await read('a.txt')).toBeNull();
    },
  },
  {
    stage: 'the user is asked',
    replies: [{ steps: [{ call: 'write_file', args: { path: 'a.txt', content: 'a' } }] }],
    options: { capabilities: {}, choose: NEVER },
    isReached: ({ client }) => client.questions.length === 1,
    afterwards: async ({ read }) => expect(await read('a.txt')).toBeNull(),
  },
  {
    stage: 'a busy model is waited for',
    replies: [{ status: 429, headers: { 'retry-after': '60' } }],
    isReached: ({ client }) => JSON.stringify(client.updates).includes('retrying in'),
  },
  {
    stage: 'another agent works for it',
    replies: [{ steps: [{ call: 'task', args: { title: 'Search', prompt: 'Search.' } }] }, HANGING],
    isReached: ({ server }) => server.requests.length === 2,
    closes: [1],
  },
  {
    stage: 'the conversation is summed up',
    replies: [
      { steps: [{ call: 'list_directory', args: {} }] },
      { status: 400, error: 'prompt is too long: 210000 tokens > 200000 maximum' },
      HANGING,
    ],
    isReached: ({ server }) => server.requests.length === 3,
    closes: [2],
  },
];

describe.each(WIRES)('%s: cancelling', (wire) => {
  test.each(STAGES)('while $stage ends the turn, and the next prompt works', async (stage) => {
    const { server, client, read } = await connect(wire, stage);
    const turn = client.prompt('begin');
    await expect.poll(() => stage.isReached({ server, client, read })).toBe(true);
    await client.cancel();
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    for (const index of stage.closes ?? []) {
      await expect.poll(() => server.requests[index]?.aborted).toBe(true);
    }
    await stage.afterwards?.({ server, client, read });

    server.add({ when: 'once more', steps: [{ text: 'Here I am.' }] });
    expect(await client.prompt('once more')).toMatchObject({ stopReason: 'end_turn' });
    expect(client.answer()).toContain('Here I am.');
    expect(server.unused()).toBe(0);
  });
});

/** `simse agent`, driven by a client that is not simse. */
async function connect(wire: Wire, { replies, options = {} }: Stage): Promise<Scene> {
  const sandbox = await modelSandbox(wire, replies);
  const { stdin, stdout } = startSimse(sandbox, ['agent'], { stdin: null });
  onTestFinished(() => void stdin.end());
  const client = await connectClient({ cwd: sandbox.work, transport: { stdin, stdout }, ...options });
  return { server: sandbox.server, client, read: sandbox.read };
}
