import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { createCallLimit } from '../../src/mcp-server/bridge/bridge-context.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { connectAgent } from './connect-agent.ts';
import { bridgeTo } from './open-bridge.ts';
import { fixture, startHost } from './start-host.ts';

const FORMS: [string, boolean][] = [
  ['HTTP', true],
  ['stdio', false],
];

/** An agent behind the bridge to the fixture `workshop`, and the file in which that notes what was given up. */
async function openWorkshop(takesHttp: boolean) {
  const log = path.join(await tempDir(), 'given-up.log');
  const { host } = await startHost([fixture('workshop', [log])]);
  const agent = await connectAgent(await bridgeTo(host, takesHttp));
  const givenUp = async () =>
    (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean).toSorted();
  return { host, agent, givenUp };
}

async function call(agent: Client, name: string, args: object, options = {}): Promise<string> {
  const params = { name: `workshop__${name}`, arguments: { ...args } };
  const { content } = await agent.callTool(params, undefined, options);
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}

test.each(FORMS)(
  'over %s 200 calls at once are answered, each as soon as it is done',
  async (_form, takesHttp) => {
    const { agent } = await openWorkshop(takesHttp);
    const done: string[] = [];
    const slow = call(agent, 'hold', {}).then((text) => done.push(text));
    const others = Array.from({ length: 199 }, async (_, index) => {
      const ms = (index % 10) * 20;
      expect(await call(agent, 'wait', { ms, name: `${index}` })).toBe(`waited ${index}`);
      done.push(`${index}`);
    });
    await Promise.all(others);
    expect(done).toHaveLength(199);
    await call(agent, 'release', {});
    await slow;
    expect(done.at(-1)).toBe('released');
  },
);

test.each(FORMS)(
  'over %s the progress of calls at once arrives in order, each for its own',
  async (_form, takesHttp) => {
    const { agent } = await openWorkshop(takesHttp);
    const heard: number[][] = [[], [], []];
    await Promise.all(
      heard.map((steps, index) =>
        call(
          agent,
          'wait',
          { ms: 60, steps: 20 + index },
          {
            onprogress: ({
              progress,
              total,
              message,
            }: {
              progress: number;
              total: number;
              message: string;
            }) => {
              expect([total, message]).toEqual([20 + index, `step ${progress}`]);
              steps.push(progress);
            },
          },
        ),
      ),
    );
    expect(heard).toEqual([20, 21, 22].map((total) => Array.from({ length: total }, (_, step) => step + 1)));
  },
);

test.each(FORMS)(
  'over %s a call that the agent gives up is given up at the server, and no other',
  async (_form, takesHttp) => {
    const { agent, givenUp } = await openWorkshop(takesHttp);
    const patience = new AbortController();
    const kept = call(agent, 'wait', { ms: 400, name: 'kept' });
    const given = ['one', 'two'].map((name) => {
      const options = { signal: patience.signal, onprogress: () => patience.abort() };
      return call(agent, 'wait', { ms: 60_000, steps: 600, name }, options).catch(() => 'aborted');
    });
    expect(await Promise.all(given)).toEqual(['aborted', 'aborted']);
    await expect.poll(givenUp).toEqual(['one', 'two']);
    expect(await kept).toBe('waited kept');
  },
);

test.each(FORMS)(
  'over %s tools of a server that dies in the middle of a call go and come back',
  async (_form, takesHttp) => {
    const { agent } = await openWorkshop(takesHttp);
    const counts: number[] = [];
    const count = async () => (await agent.listTools()).tools.length;
    const whole = await count();
    agent.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
      counts.push(await count());
    });
    const params = { name: 'workshop__die', arguments: {} };
    expect(await agent.callTool(params)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^server workshop exited with code 3/) }],
    });
    await expect.poll(() => counts.at(-1)).toBe(whole);
    expect(await call(agent, 'wait', { name: 'again' })).toBe('waited again');
  },
);

test.each(FORMS)(
  'over %s pictures, sound, links and structured content arrive as they are',
  async (_form, takesHttp) => {
    const { agent } = await openWorkshop(takesHttp);
    expect(await agent.callTool({ name: 'workshop__media' })).toEqual({
      content: [
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' },
        { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
        { type: 'resource_link', uri: 'note://hidden', name: 'hidden' },
      ],
      structuredContent: { list: [1, 2], nested: { deep: true } },
      isError: false,
    });
  },
);

test('prompts, resources and templates of a real server are found, read and completed', async () => {
  const { agent } = await openWorkshop(true);
  const { messages } = await agent.getPrompt({ name: 'workshop__greet', arguments: { who: 'Ada' } });
  expect(messages).toMatchObject([{ content: { text: 'greet Ada' } }]);
  const { contents } = await agent.readResource({ uri: 'note://2' });
  expect(contents).toEqual([{ uri: 'note://2', mimeType: 'text/plain', text: 'the text of note://2' }]);
  const ref = { type: 'ref/resource', uri: 'note://{id}' } as const;
  const { completion } = await agent.complete({ ref, argument: { name: 'id', value: 'A' } });
  expect(completion.values).toEqual(['Ada']);
  expect(agent.getInstructions()).toContain('# workshop\n\nMeasure twice.');
});

test('the agent hears of every list that a server changes, and of a resource that it watches', async () => {
  const { agent } = await openWorkshop(true);
  const heard = new Set<string>();
  agent.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.add('tools'));
  agent.setNotificationHandler(PromptListChangedNotificationSchema, () => void heard.add('prompts'));
  agent.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.add('resources'));
  agent.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.add(params.uri));
  for (const [to, name] of [
    ['tools', 'saw'],
    ['prompts', 'bye'],
    ['resources', 'note://3'],
  ]) {
    await call(agent, 'add', { to, name });
    await expect.poll(() => [...heard].at(-1)).toBe(to);
  }
  expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('workshop__bye');
  await agent.subscribeResource({ uri: 'note://3' });
  await call(agent, 'touch', { uri: 'note://3' });
  await expect.poll(() => heard.has('note://3')).toBe(true);
});

test('an agent that has run wild is stopped, and goes on when its calls have ended', async () => {
  const limit = createCallLimit(2);
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = [limit(() => ended), limit(() => ended)];
  await expect(limit(() => Promise.resolve())).rejects.toMatchObject({ code: 'limit' });
  end();
  await Promise.all(running);
  expect(await limit(() => Promise.resolve('done'))).toBe('done');
});
