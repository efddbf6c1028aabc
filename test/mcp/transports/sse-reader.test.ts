import { expect, test } from 'vitest';
import {
  createEventDecoder,
  readServerSentEvents,
  type ServerSentEvent,
} from '../../../src/mcp/transports/sse-reader.ts';

const LIMIT = 1000;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function decode(chunks: Uint8Array[], onDropped?: (bytes: number) => void): ServerSentEvent[] {
  const push = createEventDecoder(LIMIT, onDropped);
  return chunks.flatMap((chunk) => push(chunk));
}

const parse = (text: string): ServerSentEvent[] => decode([bytesOf(text)]);

test.each([
  ['one line of data', 'data: {"a":1}\n\n', [{ event: 'message', data: '{"a":1}' }]],
  ['several lines', 'data: {\ndata:  "a":1\ndata: }\n\n', [{ event: 'message', data: '{\n "a":1\n}' }]],
  ['no blank after the colon', 'data:x\nevent:ping\n\n', [{ event: 'ping', data: 'x' }]],
  ['an id and a time', 'id: 7\nretry: 250\ndata:\n\n', [{ event: 'message', data: '', id: '7', retry: 250 }]],
  ['a time alone', 'retry: 250\n\n', [{ event: 'message', data: '', retry: 250 }]],
  ['a time that is none', 'retry: soon\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
  ['an id that resets', 'id\ndata: x\n\n', [{ event: 'message', data: 'x', id: '' }]],
  ['an id with a NUL', 'id: a\0b\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
  ['comments and unknown fields', ': hello\nfoo: 1\ndata: x\n\n: bye\n\n', [{ event: 'message', data: 'x' }]],
  ['an event without data', 'event: ping\n\n', []],
  ['an event that is cut off', 'data: x\n\ndata: y\n', [{ event: 'message', data: 'x' }]],
  ['a byte order mark', '\uFEFFdata: x\n\n', [{ event: 'message', data: 'x' }]],
  [
    'CRLF',
    'event: a\r\ndata: x\r\n\r\ndata: y\r\n\r\n',
    [
      { event: 'a', data: 'x' },
      { event: 'message', data: 'y' },
    ],
  ],
  ['CR alone', 'data: x\rdata: y\r\r', [{ event: 'message', data: 'x\ny' }]],
])('%s', (_, text, events) => {
  expect(parse(text)).toEqual(events);
});

test('wherever the bytes are split, the events are the same', () => {
  const text =
    '\uFEFFid: 1\r\nretry: 5\r\ndata: grüße 👋🏽\r\n\r\n: x\r\rdata: a\rdata: 日本\n\ndata: z\n\r\n';
  const bytes = bytesOf(text);
  const whole = parse(text);
  expect(whole).toHaveLength(3);

  expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  for (let first = 0; first <= bytes.length; first += 1) {
    for (let second = first; second <= bytes.length; second += 1) {
      const chunks = [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)];
      expect(decode(chunks), `split at ${first} and ${second}`).toEqual(whole);
    }
  }
});

test('an event is delivered with its last byte, not with the next one', () => {
  expect(parse('data: x\r\n\r')).toEqual([{ event: 'message', data: 'x' }]);
});

test('an event over the limit is skipped and told, those around it arrive', () => {
  const dropped: number[] = [];
  const stream = `data: a\n\n${'data: 1234\n'.repeat(200)}\ndata: ${'x'.repeat(5000)}\n\ndata: b\n\n`;

  const events = decode([bytesOf(stream)], (bytes) => dropped.push(bytes));

  expect(events.map(({ data }) => data)).toEqual(['a', 'b']);
  expect(dropped).toEqual([2000, 5006]);
});

test('comments that keep a stream open do not count towards the limit', () => {
  expect(parse(`data: x\n${': still here\n'.repeat(1000)}\n`)).toEqual([{ event: 'message', data: 'x' }]);
});

test('leaving the loop cancels the body', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf('data: x\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });

  for await (const { data } of readServerSentEvents(body, LIMIT)) {
    expect(data).toBe('x');
    break;
  }

  expect(cancelled).toBe(true);
});
