import { expect, test } from 'vitest';
import { blockToText, type ContentBlock } from '../../src/core/content.ts';
import { SimseError } from '../../src/core/errors.ts';
import type { Session } from '../../src/core/ports/session.ts';
import { echoAgent, fakeBackend, patientAgent } from './fake-backend.ts';
import { open, text } from './open-session.ts';

const messages = (session: Session) =>
  session.getState().entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
const promptsOf = (session: Session) =>
  session.getState().entries.flatMap((entry) => (entry.kind === 'prompt' ? [entry.text] : []));
const notices = (session: Session) =>
  session.getState().entries.flatMap((entry) => (entry.kind === 'notice' ? [entry.text] : []));

test('a prompt is answered and the turn ends', async () => {
  const session = open(fakeBackend(echoAgent));
  expect(await session.prompt(text('hello'))).toEqual({ stopReason: 'end_turn' });
  expect(messages(session)).toEqual(['hello']);
  expect(session.getState()).toMatchObject({ turn: null, backendState: 'ready', agent: { name: 'fake' } });
});

test('the backend is started by the first prompt and kept for the next', async () => {
  const backend = fakeBackend(echoAgent);
  const session = open(backend);
  expect(backend.starts).toBe(0);
  await session.prompt(text('one'));
  await session.prompt(text('two'));
  expect(backend.starts).toBe(1);
});

test('a prompt typed while a turn runs waits for it, and can be taken back', async () => {
  const session = open(fakeBackend(patientAgent));
  const first = session.prompt(text('one'));
  const second = session.prompt(text('two'));
  const third = session.prompt(text('three'));
  const { queue } = session.getState();
  expect(queue.map((queued) => queued.text)).toEqual(['two', 'three']);
  session.removeQueued(queue[1]?.id ?? '');
  expect(await third).toEqual({ stopReason: 'cancelled' });
  session.cancel();
  await first;
  session.resumeQueue();
  expect(session.getState()).toMatchObject({ queue: [], queueHeld: false, turn: { cancelling: false } });
  session.cancel();
  expect(await second).toEqual({ stopReason: 'cancelled' });
});

test('what is queued when the turn is interrupted waits, and follows the next prompt', async () => {
  const session = open(fakeBackend(patientAgent));
  const first = session.prompt(text('one'));
  const second = session.prompt(text('two'));
  session.cancel();
  await first;
  expect(session.getState()).toMatchObject({ queue: [{ text: 'two' }], queueHeld: true, turn: null });
  const third = session.prompt(text('three'));
  expect(promptsOf(session)).toEqual(['one', 'three']);
  expect(session.getState()).toMatchObject({ queue: [{ text: 'two' }], queueHeld: false });
  session.cancel();
  await third;
  session.resumeQueue();
  expect(promptsOf(session)).toEqual(['one', 'three', 'two']);
  session.cancel();
  await second;
});

test('a held prompt that is taken back leaves nothing to wait for', async () => {
  const session = open(fakeBackend(patientAgent));
  const first = session.prompt(text('one'));
  void session.prompt(text('two'));
  session.cancel();
  await first;
  session.removeQueued(session.getState().queue[0]?.id ?? '');
  expect(session.getState()).toMatchObject({ queue: [], queueHeld: false });
});

test('a crash ends the turn with its reason, and the next prompt starts the backend again', async () => {
  let isPrompted = false;
  const backend = fakeBackend(([block], services, signal) => {
    isPrompted = block?.type === 'text' && block.text === 'crash';
    return isPrompted
      ? patientAgent([], services, signal)
      : echoAgent(block === undefined ? [] : [block], services, signal);
  });
  const session = open(backend);
  await session.prompt(text('one'));
  const crashed = session.prompt(text('crash'));
  await expect.poll(() => isPrompted).toBe(true);
  backend.crash('fake exited with code 3');
  expect(await crashed).toMatchObject({ stopReason: 'error', error: { message: 'fake exited with code 3' } });
  expect(session.getState().backendState).toBe('exited');
  expect(await session.prompt(text('two'))).toEqual({ stopReason: 'end_turn' });
  expect(backend.starts).toBe(2);
});

test('a crash between two turns is told with its reason and the last words on stderr', async () => {
  const backend = fakeBackend(echoAgent);
  const session = open(backend);
  await session.prompt(text('one'));
  backend.crash('fake exited with code 3');
  await expect.poll(() => notices(session).join()).toContain('last words');
});

test('cancelling while the backend still starts ends the turn at once', async () => {
  const backend = fakeBackend(echoAgent);
  const session = open({
    ...backend,
    connect: (_services, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new SimseError('cancelled', 'stopped')));
      }),
  });
  const turn = session.prompt(text('one'));
  session.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
});

test('an agent that ignores that its turn was cancelled is ended soon after the session is left', async () => {
  const backend = fakeBackend(() => new Promise(() => {}));
  const session = open(backend);
  const turn = session.prompt(text('one'));
  await expect.poll(() => session.getState().backendState).toBe('ready');
  const startedAt = Date.now();
  await session[Symbol.asyncDispose]();
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  expect(backend.ends).toBeGreaterThan(0);
  expect(await turn).toMatchObject({ stopReason: 'cancelled' });
});

test('a change of mode reaches the backend, also one made before it was started', async () => {
  const backend = fakeBackend(echoAgent);
  const session = open(backend);
  session.setMode('plan');
  await session.prompt(text('one'));
  session.setMode('acceptEdits');
  expect(backend.modes).toEqual(['plan', 'acceptEdits']);
});

test('a session that cannot be recorded says so once and goes on', async () => {
  let told = false;
  const session = open(fakeBackend(echoAgent), () => {
    if (told) return null;
    told = true;
    return 'This session is not being recorded: the disk is full';
  });
  await session.prompt(text('hello'));
  expect(notices(session)).toEqual(['This session is not being recorded: the disk is full']);
  expect(messages(session)).toEqual(['hello']);
});

test('events are numbered without gaps and reach every listener in the same order', async () => {
  const recorded: number[] = [];
  const session = open(fakeBackend(echoAgent), ({ seq }) => {
    recorded.push(seq);
    return seq === 1 ? 'a warning' : null;
  });
  const seen: number[] = [];
  session.onEvent(({ seq }) => void seen.push(seq));
  await session.prompt(text('hello'));
  expect(recorded).toEqual(recorded.map((_, index) => index + 1));
  expect(seen).toEqual(recorded.slice(2));
});

const asked = (blocks: ContentBlock[]) =>
  blocks.map((block) => (block.type === 'resource' ? block.text : blockToText(block)));

test('a backend that crashed goes on with its own session where it can', async () => {
  const backend = fakeBackend(echoAgent);
  backend.canResume = true;
  const session = open(backend);
  await session.prompt(text('one'));
  backend.crash('gone');
  await expect.poll(() => session.getState().backendState).toBe('exited');
  await session.prompt(text('two'));
  expect(backend.resumed).toEqual([null, 'backend-session']);
});

test('a backend that cannot go on is told the conversation so far, once', async () => {
  const prompts: ContentBlock[][] = [];
  const backend = fakeBackend((blocks, services, signal) => {
    prompts.push(blocks);
    return echoAgent(blocks.slice(-1), services, signal);
  });
  const session = open(backend);
  await session.prompt(text('one'));
  backend.crash('gone');
  await expect.poll(() => session.getState().backendState).toBe('exited');
  await session.prompt(text('two'));
  await session.prompt(text('three'));
  expect(prompts.map((blocks) => blocks.length)).toEqual([1, 2, 1]);
  expect(asked(prompts[1] ?? [])).toEqual([expect.stringMatching(/User: one[^]*Agent: one/), 'two']);
});

test('/agent switches to another agent, keeping the conversation', async () => {
  const prompts: ContentBlock[][] = [];
  const other = fakeBackend((blocks) => {
    prompts.push(blocks);
    return Promise.resolve({ stopReason: 'end_turn' });
  });
  const session = open(fakeBackend(echoAgent), () => null, { ...other, name: 'other' });
  await session.prompt(text('one'));
  expect(await session.runCommand('/agent other')).toEqual({
    kind: 'handled',
    text: 'Switched to other; it has the conversation so far.',
  });
  await session.prompt(text('two'));
  expect(session.getState().backend).toBe('other');
  expect(asked(prompts[0] ?? [])).toEqual([expect.stringContaining('User: one'), 'two']);
});

test('/server, the old name of /agent, still works', async () => {
  const session = open(fakeBackend(echoAgent), () => null, { ...fakeBackend(echoAgent), name: 'other' });
  await session.runCommand('/server other');
  expect(session.getState().backend).toBe('other');
  expect(await session.runCommand('/server')).toMatchObject({ kind: 'panel', panel: 'agent' });
  expect(await session.commands.values('server', [])).toEqual(await session.commands.values('agent', []));
});

test('a prompt typed while a turn runs is handed to a backend that can take it', async () => {
  const backend = fakeBackend(patientAgent);
  backend.takesSteering = true;
  const session = open(backend);
  const first = session.prompt(text('one'));
  await expect.poll(() => session.getState().backendState).toBe('ready');
  expect(await session.prompt(text('also this'))).toEqual({ stopReason: 'end_turn' });
  expect([backend.steered, session.getState().queue]).toEqual([['also this'], []]);
  expect(messages(session)).toEqual(['also this']);
  session.cancel();
  await first;
});

test('a prompt that is taken back while its files are read is not handed to the backend', async () => {
  const backend = fakeBackend(patientAgent);
  backend.takesSteering = true;
  const session = open(backend);
  const first = session.prompt(text('one'));
  await expect.poll(() => session.getState().takes).toEqual({ images: false, steering: true });
  const second = session.prompt(text('not this'));
  session.removeQueued(session.getState().queue[0]?.id ?? '');
  expect(await second).toEqual({ stopReason: 'cancelled' });
  expect(await session.prompt(text('this'))).toEqual({ stopReason: 'end_turn' });
  expect(backend.steered).toEqual(['this']);
  session.cancel();
  await first;
});

test('a prompt that shall wait is not handed to a backend that could take it', async () => {
  const backend = fakeBackend(patientAgent);
  backend.takesSteering = true;
  const session = open(backend);
  const first = session.prompt(text('one'));
  await expect.poll(() => session.getState().takes).toEqual({ images: false, steering: true });
  void session.prompt(text('later'), { steer: false });
  expect([backend.steered, session.getState().queue.length]).toEqual([[], 1]);
  session.cancel();
  await first;
});
