import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import { echoAgent, fakeBackend } from './fake-backend.ts';
import { open, openWith, text } from './open-session.ts';

test('what is queued when a turn fails waits for the user; where there is none, it goes on', async () => {
  let prompts = 0;
  const failingOnce = fakeBackend((...prompt) => {
    prompts += 1;
    if (prompts === 1) throw new SimseError('backend_failed', 'It has ended.');
    return echoAgent(...prompt);
  });
  const session = open(failingOnce);
  const first = session.prompt(text('one'));
  const second = session.prompt(text('two'));
  expect(await first).toMatchObject({ stopReason: 'error' });
  expect(session.getState()).toMatchObject({ queue: [{ text: 'two' }], queueHeld: true, turn: null });
  session.resumeQueue();
  expect(await second).toEqual({ stopReason: 'end_turn' });

  prompts = 0;
  const unattended = openWith(failingOnce, { interactive: false });
  void unattended.prompt(text('one'));
  expect(await unattended.prompt(text('two'))).toEqual({ stopReason: 'end_turn' });
});
