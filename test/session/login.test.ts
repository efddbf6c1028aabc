import { expect, test } from 'vitest';
import { echoAgent, fakeBackend } from './fake-backend.ts';
import { open, text } from './open-session.ts';

test('a backend that needs a login asks for it in place and the prompt goes on', async () => {
  const backend = fakeBackend(echoAgent);
  backend.needsLogIn = true;
  const session = open(backend);
  const turn = session.prompt(text('hello'));
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  const [elicitation] = session.getState().elicitations;
  expect(elicitation?.request).toMatchObject({ message: 'fake needs you to log in.' });
  session.answerElicitation(elicitation?.id ?? '', { action: 'accept', content: { method: 'key' } });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect(backend.logIns).toEqual(['key']);
});

test('after a login in the terminal the backend is started again and the prompt goes on', async () => {
  const backend = fakeBackend(echoAgent);
  backend.needsLogIn = true;
  backend.authMethod = {
    id: 'key',
    name: 'Terminal',
    terminal: { command: process.execPath, args: ['-e', ''], cwd: process.cwd(), env: {}, line: 'node' },
  };
  const session = open(backend);
  session.setTerminalLender(async (use) => {
    await use();
    backend.needsLogIn = false;
  });
  const turn = session.prompt(text('hello'));
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  const [elicitation] = session.getState().elicitations;
  session.answerElicitation(elicitation?.id ?? '', { action: 'accept', content: { method: 'key' } });
  await expect.poll(() => session.getState().questions).toHaveLength(1);
  const [question] = session.getState().questions;
  const allow = question?.options.find(({ kind }) => kind === 'allow_once');
  session.answer(question?.id ?? '', { outcome: 'selected', optionId: allow?.id ?? '' });
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect([backend.starts, backend.logIns]).toEqual([2, []]);
});

test('/login asks once', async () => {
  const backend = fakeBackend(echoAgent);
  backend.needsLogIn = true;
  const session = open(backend);
  const done = session.runCommand('/login');
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  const [elicitation] = session.getState().elicitations;
  session.answerElicitation(elicitation?.id ?? '', { action: 'accept', content: { method: 'key' } });
  expect(await done).toEqual({ kind: 'handled', text: 'Logged in to fake.' });
});

test('leaving the login ends the turn with what is missing', async () => {
  const backend = fakeBackend(echoAgent);
  backend.needsLogIn = true;
  const session = open(backend);
  const turn = session.prompt(text('hello'));
  await expect.poll(() => session.getState().elicitations).toHaveLength(1);
  session.answerElicitation(session.getState().elicitations[0]?.id ?? '', { action: 'cancel' });
  expect(await turn).toMatchObject({ error: { code: 'auth_required' } });
});
