import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { serveClient } from './serve-client.ts';

/** A server that asks its client whatever a call says. */
const withAsking = (): Promise<Sandbox> =>
  createSandbox({ 'config/mcp.json': { servers: [mcpServer('asks')] } });

const EXPOSE = ['--expose', 'asks/*', '--allow', 'asks/*'];
const FORM = {
  method: 'elicitation/create',
  params: {
    message: 'Which city?',
    requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const PAGE = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Pay first.', url: 'https://pay.test/now', elicitationId: 'p1' },
};
const SAMPLE = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hi.' } }],
    maxTokens: 9,
    systemPrompt: 'Be brief.',
    modelPreferences: { hints: [{ name: 'small' }] },
  },
};

test('a form and a page of an exposed server come to the client that called, with the name of the server', async () => {
  const asked: unknown[] = [];
  const { call } = await serveClient(await withAsking(), EXPOSE, (params) => {
    asked.push(params);
    return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { city: 'Ulm' } };
  });

  expect(JSON.parse((await call('asks__request', FORM)).text)).toEqual({
    result: { action: 'accept', content: { city: 'Ulm' } },
  });
  expect(JSON.parse((await call('asks__request', PAGE)).text)).toEqual({ result: { action: 'accept' } });
  expect((await call('asks__visit')).text).toBe('welcome back');
  expect(asked).toMatchObject([
    { message: 'asks asks: Which city?', requestedSchema: FORM.params.requestedSchema },
    { mode: 'url', message: 'asks asks: Pay first.', url: 'https://pay.test/now' },
    { mode: 'url', message: 'asks asks: Log in first.', url: 'https://login.test/' },
  ]);
});

test('what the client cannot be asked is declined', async () => {
  const { call } = await serveClient(await withAsking(), EXPOSE);

  expect(JSON.parse((await call('asks__request', FORM)).text)).toEqual({ result: { action: 'decline' } });
  expect(JSON.parse((await call('asks__request', SAMPLE)).text)).toMatchObject({
    error: { message: expect.stringContaining('no model') },
  });
});

test('a server that asks for a model gets the one of the client, once the gate has allowed it', async () => {
  const questions: string[] = [];
  const heard: unknown[] = [];
  const answers = ['allow_once', 'reject_once'];
  const { call } = await serveClient(
    await withAsking(),
    EXPOSE,
    ({ message }) => {
      questions.push(message);
      return { action: 'accept', content: { answer: answers.shift() ?? '' } };
    },
    (params) => {
      heard.push(params);
      return {
        role: 'assistant',
        model: 'tiny',
        content: { type: 'text', text: 'hi' },
        stopReason: 'endTurn',
      };
    },
  );

  const allowed = JSON.parse((await call('asks__request', SAMPLE)).text) as unknown;
  const rejected = JSON.parse((await call('asks__request', SAMPLE)).text) as unknown;

  expect(allowed).toMatchObject({ result: { model: 'tiny', content: { type: 'text', text: 'hi' } } });
  expect(rejected).toMatchObject({
    error: { code: -1, message: 'asks may not ask the model: you rejected it' },
  });
  expect(questions[0]).toContain('System: Be brief.\n\nUser: Say hi.');
  expect(heard).toMatchObject([SAMPLE.params]);
});

test('a rule allows it without a question, and a client that refuses is told to the server as one that does', async () => {
  const args = [...EXPOSE, '--allow', 'sampling(asks)'];
  const { call } = await serveClient(await withAsking(), args, undefined, () => {
    throw new McpError(-1, 'not today');
  });

  expect(JSON.parse((await call('asks__request', SAMPLE)).text)).toMatchObject({
    error: { code: -1, message: expect.stringContaining('not today') },
  });
});
