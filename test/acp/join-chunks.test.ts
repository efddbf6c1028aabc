import { expect, test } from 'vitest';
import { joinChunks } from '../../src/acp/wire/join-chunks.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';

const piece = (text: string, messageId?: string, role: 'agent' | 'thought' = 'agent'): SessionEvent => ({
  type: 'message_chunk',
  role,
  ...(messageId === undefined ? {} : { messageId }),
  content: { type: 'text', text },
});
const image: SessionEvent = {
  type: 'message_chunk',
  role: 'agent',
  content: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
};
const plan: SessionEvent = { type: 'plan', entries: [] };

/** Goes on at once; what comes in the same frame is joined. */
const FIRST = piece('first', '0');

function joined(events: SessionEvent[]): SessionEvent[] {
  const told: SessionEvent[] = [];
  const { emit, flush } = joinChunks(
    (event) => told.push(event),
    () => 0,
  );
  emit(FIRST);
  for (const event of events) emit(event);
  flush();
  expect(told.shift()).toBe(FIRST);
  return told;
}

test.each<[string, SessionEvent[], SessionEvent[]]>([
  ['pieces of a message are one', [piece('a'), piece('b'), piece('c')], [piece('abc')]],
  [
    'a thought is not a message',
    [piece('a'), piece('b', undefined, 'thought')],
    [piece('a'), piece('b', undefined, 'thought')],
  ],
  ['two messages are two', [piece('a', '1'), piece('b', '2')], [piece('a', '1'), piece('b', '2')]],
  ['an image stands by itself', [piece('a'), image, piece('b')], [piece('a'), image, piece('b')]],
  [
    'everything stays in its order',
    [piece('a'), plan, piece('b'), piece('c')],
    [piece('a'), plan, piece('bc')],
  ],
])('%s', (_case, events, expected) => {
  expect(joined(events)).toEqual(expected);
});

test('a piece that comes by itself is not held back', () => {
  let time = 0;
  const told: SessionEvent[] = [];
  const { emit } = joinChunks(
    (event) => told.push(event),
    () => time,
  );
  emit(piece('a'));
  time += 20;
  emit(piece('b'));
  expect(told).toEqual([piece('a'), piece('b')]);
});

test('a piece that is held back goes on by itself', async () => {
  const told: SessionEvent[] = [];
  const { emit } = joinChunks(
    (event) => told.push(event),
    () => 0,
  );
  for (const text of ['a', 'b', 'c']) emit(piece(text));
  expect(told).toEqual([piece('a')]);
  await expect.poll(() => told).toEqual([piece('a'), piece('bc')]);
});
