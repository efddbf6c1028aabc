import { expect, test } from 'vitest';
import type { StampedEvent } from '../../src/core/state/events.ts';
import { fakeBackend } from './fake-backend.ts';
import { open, text } from './open-session.ts';

/** A session on a backend that calls it by a title of its own in every turn. */
function openTitled() {
  const backend = fakeBackend((_blocks, { emit }) => {
    emit({ type: 'title', title: 'The agent’s' });
    return Promise.resolve({ stopReason: 'end_turn' });
  });
  const recorded: StampedEvent[] = [];
  const session = open(backend, (event) => {
    recorded.push(event);
    return null;
  });
  const titles = () => recorded.flatMap((event) => (event.type === 'title' ? [event.title] : []));
  return { backend, session, titles };
}

test('/rename gives the session a title that is recorded, told to the agent, and stays', async () => {
  const { backend, session, titles } = openTitled();
  await session.prompt(text('hello'));
  expect(session.getState().title).toBe('The agent’s');
  const result = await session.runCommand('/rename  My \u001b[31mown\ntitle ');
  expect(result).toEqual({ kind: 'handled', text: 'The session is called My own title.' });
  await session.prompt(text('hello'));
  expect(session.getState().title).toBe('My own title');
  expect([backend.titles, titles()]).toEqual([['My own title'], ['The agent’s', 'My own title']]);
});

test('an agent that is not there yet is told when it is, and so is the next one', async () => {
  const { backend, session } = openTitled();
  await session.runCommand('/rename Mine');
  await session.prompt(text('hello'));
  expect(backend.titles).toEqual(['Mine']);
  await session.runCommand('/agent fake');
  expect(backend.titles).toEqual(['Mine', 'Mine']);
});

test('an agent that goes on with its own session is not told the title again', async () => {
  const { backend, session } = openTitled();
  backend.canResume = true;
  await session.runCommand('/rename Mine');
  await session.prompt(text('hello'));
  backend.crash('gone');
  await expect.poll(() => session.getState().backendState).toBe('exited');
  await session.prompt(text('hello'));
  expect([backend.resumed, backend.titles]).toEqual([[null, 'backend-session'], ['Mine']]);
});

test('the title is shown as the agent keeps it', async () => {
  const { session } = openTitled();
  await session.prompt(text('hello'));
  await session.runCommand('/rename A title of more than twenty characters');
  await expect.poll(() => session.getState().title).toBe('A title of more than');
});

test('/rename alone says the title', async () => {
  const { session } = openTitled();
  const say = async () => (await session.runCommand('/rename')) as { text: string };
  expect((await say()).text).toContain('/rename <title>');
  await session.prompt(text('hello'));
  expect((await say()).text).toBe('The session is called The agent’s.');
});
