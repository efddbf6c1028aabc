import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type JsonLine, readJsonLines } from '../../src/platform/json-lines.ts';

async function read(chunks: (string | Buffer)[], limitBytes?: number): Promise<JsonLine[]> {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(stream, { limitBytes })) lines.push(line);
  return lines;
}

test('lines come out whole however they were cut, inside a character too', async () => {
  const bytes = Buffer.from('{"text":"grüße 👋"}\n{"b":2}\r\n');
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual([
      { kind: 'object', value: { text: 'grüße 👋' } },
      { kind: 'object', value: { b: 2 } },
    ]);
  }
});

test.each<[string, JsonLine]>([
  ['npm warn old lockfile\n', { kind: 'noise', text: 'npm warn old lockfile' }],
  ['42\n', { kind: 'noise', text: '42' }],
  ['"text"\n', { kind: 'noise', text: '"text"' }],
  ['null\n', { kind: 'noise', text: 'null' }],
  ['{broken\n', { kind: 'noise', text: '{broken' }],
  ['[{"a":1},2]\n', { kind: 'array', values: [{ a: 1 }, 2] }],
  ['{"a":1}', { kind: 'object', value: { a: 1 } }],
  ['{"a":', { kind: 'incomplete', text: '{"a":' }],
  ['\ufeff{"a":1}\n', { kind: 'object', value: { a: 1 } }],
])('%j is told apart', async (text, line) => {
  expect(await read([text])).toEqual([line]);
});

test('blank lines are nothing', async () => {
  expect(await read(['\n\r\n  \n'])).toEqual([]);
});

test('invalid UTF-8 is replaced and the line still read', async () => {
  const chunk = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]);
  expect(await read([chunk])).toEqual([{ kind: 'object', value: { a: '\ufffd\ufffd' } }]);
});

test('a line over the limit is skipped and measured, and the next one is read', async () => {
  const long = 'x'.repeat(1000);
  expect(await read([long.slice(0, 300), `${long.slice(300)}\n{"a":1}\n`], 500)).toEqual([
    { kind: 'oversized', bytes: 1000, excerpt: 'x'.repeat(200) },
    { kind: 'object', value: { a: 1 } },
  ]);
});

test('a line of exactly the limit is read', async () => {
  expect(await read(['{"a":1}\n'], 7)).toEqual([{ kind: 'object', value: { a: 1 } }]);
});

test('an endless line is not held in memory', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const stream = Readable.from(
    (function* () {
      for (let count = 0; count < 300; count += 1) yield chunk;
    })(),
  );
  const before = process.memoryUsage.rss();
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(stream, { limitBytes: 1024 })) lines.push(line);
  expect(lines).toEqual([{ kind: 'oversized', bytes: 300 * chunk.length, excerpt: 'x'.repeat(200) }]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
});
