import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blockToText } from '../../src/core/content.ts';
import type { SessionEvent, StampedEvent } from '../../src/core/state/events.ts';
import { createSessionStore, type RecordedSessions } from '../../src/store/session-store.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { stamp, started, turn } from './events.ts';

async function openStore(): Promise<{ store: RecordedSessions; dataDir: string }> {
  const dataDir = path.join(await tempDir(), 'data');
  return { dataDir, store: createSessionStore({ dataDir }) };
}

async function record(
  store: RecordedSessions,
  id: string,
  events: SessionEvent[],
  first = 1,
): Promise<StampedEvent[]> {
  await using log = store.create(id);
  const stamped = stamp(events, first);
  for (const event of stamped) log.append(event);
  return stamped;
}

test('of a large image the size is recorded, of a small one all', async () => {
  const { store, dataDir } = await openStore();
  const bytes = 5 * 1024 * 1024;
  const image = { type: 'image', mimeType: 'image/png', data: 'iVBO' } as const;
  const large = { ...image, data: Buffer.alloc(bytes, 7).toString('base64') };
  const [, sent, call] = await record(store, 'one', [
    started('/shop'),
    { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text: 'what is it?' }, image, large] },
    {
      type: 'tool_call',
      call: { id: 'c', title: 'Shot', content: [{ type: 'content', block: large }], output: [large] },
    },
  ]);
  const kept = { ...image, data: '', bytes };
  const { events } = await store.read('one');
  expect(events[1]).toEqual({ ...sent, prompt: [{ type: 'text', text: 'what is it?' }, image, kept] });
  expect(events[2]).toEqual({
    ...call,
    call: { id: 'c', title: 'Shot', content: [{ type: 'content', block: kept }], output: [kept] },
  });
  expect(blockToText(kept)).toBe('[image image/png, 5242880 bytes]');
  expect((await stat(path.join(dataDir, 'sessions', 'one', 'events.jsonl'))).size).toBeLessThan(2000);
});

test('a long text in the place of data is recorded as it is', async () => {
  const { store } = await openStore();
  const input = { data: 'a line of text\n'.repeat(10_000) };
  await record(store, 'one', [
    started('/shop'),
    turn('why?'),
    { type: 'tool_call', call: { id: 'c', title: 'Write', input } },
  ]);
  expect((await store.read('one')).events[2]).toMatchObject({ call: { input } });
});
