import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { openEarlierSessions } from '../../../src/session/records/session-records.ts';
import { createSessionStore } from '../../../src/store/session-store.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

function said(prompt: string, answer: string): SessionEvent[] {
  return [
    { type: 'session_started', sessionId: 's', cwd: '/w', backend: 'claude', mode: 'default' },
    { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text: prompt }] },
    { type: 'message_chunk', role: 'thought', content: { type: 'text', text: 'hm' } },
    { type: 'message_chunk', role: 'agent', content: { type: 'text', text: answer } },
    { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' },
  ];
}

/** Records a session and returns its log, which has it open. */
async function record(dataDir: string, id: string, events: SessionEvent[], at: number) {
  const log = createSessionStore({ dataDir }).create(id);
  for (const [index, event] of events.entries()) log.append({ ...event, seq: index + 1, at: at + index });
  await log.flush();
  return log;
}

test('the sessions of a directory but for its own, newest first, and which of them is open', async () => {
  const dataDir = await tempDir();
  await (await record(dataDir, 'aaaaaaaaaaaa', said('why is it slow?', 'It waits.'), 1000))[
    Symbol.asyncDispose
  ]();
  await using open = await record(dataDir, 'bbbbbbbbbbbb', said('empty carts', 'Mended.'), 5000);
  await using own = await record(dataDir, 'cccccccccccc', said('this one', 'Here.'), 9000);
  const earlier = openEarlierSessions(dataDir, { id: 'cccccccccccc', cwd: '/w' });
  expect(await earlier.list()).toMatchObject([
    { id: 'bbbbbbbbbbbb', title: 'empty carts', backend: 'claude', turns: 1, isOpen: true },
    { id: 'aaaaaaaaaaaa', title: 'why is it slow?', isOpen: false },
  ]);
  expect(await openEarlierSessions(dataDir, { id: 'c', cwd: '/elsewhere' }).list()).toEqual([]);
  expect([open, own]).toHaveLength(2);
});

test('a preview is what was asked and answered last, without thoughts', async () => {
  const dataDir = await tempDir();
  const events = [...said('why is it slow?', 'It waits.'), ...said('and now?', 'Now it does not.')];
  await (await record(dataDir, 'aaaaaaaaaaaa', events, 1000))[Symbol.asyncDispose]();
  const earlier = openEarlierSessions(dataDir, { id: 'x', cwd: '/w' });
  expect(await earlier.preview('aaaaaaaaaaaa')).toEqual({ prompt: 'and now?', answer: 'Now it does not.' });
  await expect(earlier.preview('zzzzzzzzzzzz')).rejects.toMatchObject({ code: 'no_session' });
});
