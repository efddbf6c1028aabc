import { expect, test } from 'vitest';
import { turnOf } from './turn-of.ts';

const end = { result: { stopReason: 'end_turn' } };
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });

/** A line that says `#`, in the parts before and after it. */
const [before = '', after = ''] = JSON.stringify({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: '#' } },
}).split('#');
const toBase64 = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString('base64');

test('characters that are cut between two writes come out whole', async () => {
  const bytes = Array.from(Buffer.from(`${before}grüße 👋${after}\n`), (byte) => toBase64([byte]));
  expect((await turnOf([{ bytes }, end])).events).toEqual([said('grüße 👋')]);
});

test('invalid UTF-8 is replaced', async () => {
  const bytes = [toBase64(before, [0xff], `${after}\n`)];
  expect((await turnOf([{ bytes }, end])).events).toEqual([said('\ufffd')]);
});

test('a line of 40 MB is read', async () => {
  const { events } = await turnOf([{ write: before }, { fill: 40_000_000 }, { write: `${after}\n` }, end]);
  const lengths = events.map((event) =>
    event.type === 'message_chunk' && event.content.type === 'text' ? event.content.text.length : event.type,
  );
  expect(lengths).toEqual([40_000_000]);
});

test('a line over the limit is skipped, with a notice, and the turn goes on', async () => {
  const rest = [{ write: '\n' }, { write: `${before}still here${after}\n` }, end];
  const { result, events } = await turnOf([{ fill: 70_000_000 }, ...rest]);
  expect(result).toEqual({ stopReason: 'end_turn' });
  expect(events).toEqual([
    { type: 'notice', level: 'warn', source: 'mock', text: 'mock sent a line of 70 MB; it was skipped' },
    said('still here'),
  ]);
});
