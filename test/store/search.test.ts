import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { createSessionStore, type RecordedSessions } from '../../src/store/session-store.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { watchCpu } from '../helpers/watch-cpu.ts';
import { chunk, notice, output, stamp, started, turn, turnEnd } from './events.ts';

async function storeWith(sessions: Record<string, SessionEvent[]>): Promise<RecordedSessions> {
  const store = createSessionStore({ dataDir: path.join(await tempDir(), 'data') });
  for (const [index, [id, events]] of Object.entries(sessions).entries()) {
    await using log = store.create(id);
    for (const event of stamp(events, 100 * index + 1)) log.append(event);
  }
  return store;
}

const find = async (store: RecordedSessions, text: string, cwd?: string): Promise<string[]> => {
  const { hits } = await store.search({ text, limit: 10, ...(cwd === undefined ? {} : { cwd }) });
  return hits.map(({ meta }) => meta.id);
};

test('prompts, answers, titles and what was done are found; thoughts, notices and output are not', async () => {
  const store = await storeWith({
    one: [
      started(),
      turn('why does Checkout fail?'),
      chunk('the cart is', 'a'),
      chunk(' undefined', 'a'),
      chunk('perhaps the moon', 'b', 'thought'),
      { type: 'tool_call', call: { id: 't', title: 'Read basket.ts', output: 'sunshine' } },
      notice('disk full'),
      output('rain'),
      { type: 'title', title: 'Broken purchase' },
      turnEnd,
    ],
  });
  for (const words of ['checkout', 'CART undefined', 'cart is undef', 'basket.ts', 'purchase fail'])
    expect(await find(store, words), words).toEqual(['one']);
  for (const words of ['moon', 'disk', 'rain', 'sunshine', 'art', 'checkout moon', ' '])
    expect(await find(store, words), words).toEqual([]);
});

test('a session in which all words are told often, or in the title, comes first', async () => {
  const store = await storeWith({
    once: [started(), turn('x'), chunk('tea, and then green')],
    often: [started(), turn('x'), chunk('green tea, green tea, and more green tea')],
    titled: [started(), turn('Green tea'), chunk('done')],
    lacking: [started(), turn('x'), chunk('tea tea tea tea')],
    newer: [started('/elsewhere'), turn('x'), chunk('tea, and then green')],
  });
  expect(await find(store, 'green tea')).toEqual(['titled', 'often', 'newer', 'once']);
  expect(await find(store, 'green tea', '/elsewhere')).toEqual(['newer']);
  const { hits, total } = await store.search({ text: 'green tea', limit: 1 });
  expect([hits.length, total]).toEqual([1, 4]);
});

test('words are found in scripts without blanks, and where a message was recorded in pieces', async () => {
  const store = await storeWith({
    one: [started(), turn('支払いが失敗する'), chunk('the check', 'a'), chunk('out', 'a'), turnEnd],
  });
  expect(await find(store, '失敗')).toEqual(['one']);
  expect(await find(store, 'checkout')).toEqual(['one']);
});

test('excerpts are one clean line around the words', async () => {
  const text = `${'before '.repeat(50)}\n\u001b[31mthe needle\u202e\n${'after '.repeat(50)}`;
  const store = await storeWith({ one: [started(), turn('x'), chunk(text)] });
  const { hits } = await store.search({ text: 'needle', limit: 1 });
  expect(hits[0]?.excerpts).toEqual([expect.stringMatching(/^…[a-z ]*before the needle after [a-z ]*…$/)]);
});

test('a word right after an escape sequence is found, also where the sequence came in pieces', async () => {
  const store = await storeWith({
    one: [started(), turn('x'), chunk('\u001b[31mneedle\u001b[0m'), turnEnd],
    two: [started(), turn('x'), chunk('in the \u001b[3', 'a'), chunk('1mhaystack', 'a'), turnEnd],
    three: [started(), turn('\u001b[1mFix\u001b[0m it'), turnEnd],
    four: [started(), turn('sm\u009b1ma\u0000ll'), turnEnd],
  });
  for (const [word, id] of Object.entries({ needle: 'one', haystack: 'two', fix: 'three', small: 'four' }))
    expect(await find(store, word), word).toEqual([id]);
  for (const word of ['31mneedle', '1mhaystack']) expect(await find(store, word), word).toEqual([]);
});

test('damaged lines and folders are passed over', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const dir = path.join(dataDir, 'sessions', 'one');
  await mkdir(dir, { recursive: true });
  await mkdir(path.join(dataDir, 'sessions', 'empty'));
  const [line] = stamp([turn('needle')]).map((event) => JSON.stringify(event));
  const odd = '{"type":"turn_started","prompt":7}\n{"type":"message_chunk","content":null}\n[]\n{"ty';
  await writeFile(path.join(dir, 'events.jsonl'), `${line}\n${odd}`);
  expect(await find(createSessionStore({ dataDir }), 'needle')).toEqual(['one']);
});

test('lines that were edited by hand are found, whatever the order of their fields', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  await mkdir(path.join(dataDir, 'sessions', 'one'), { recursive: true });
  const lines = [
    '{"seq":1,"content":{"type":"text","text":"needle"},"role":"agent","type":"message_chunk"}',
    '{"type": "tool_call", "call": {"id": "1", "title": "Read basket.ts"}}',
  ];
  await writeFile(path.join(dataDir, 'sessions', 'one', 'events.jsonl'), lines.join('\n'));
  expect(await find(createSessionStore({ dataDir }), 'needle basket.ts')).toEqual(['one']);
});

test('a thousand sessions, 60 MB in all, are searched within seconds', {
  timeout: 60_000,
}, async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const events = stamp([
    started(),
    turn('find the hay'),
    ...Array.from({ length: 20 }, (_, at) =>
      chunk(`${'some words of an answer '.repeat(80)}${at}`, String(at)),
    ),
    output('x'.repeat(20_000)),
    turnEnd,
  ]);
  const log = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  for (let at = 0; at < 1000; at += 1) {
    const dir = path.join(dataDir, 'sessions', `s${at}`);
    await mkdir(dir, { recursive: true });
    const meta = {
      version: 1,
      id: '',
      cwd: '/w',
      backend: 'x',
      title: 'hay',
      createdAt: 1,
      updatedAt: at,
      turns: 1,
    };
    await writeFile(path.join(dir, 'meta.json'), JSON.stringify(meta));
    await writeFile(
      path.join(dir, 'events.jsonl'),
      at === 500 ? `${log}${JSON.stringify(stamp([turn('the needle')], 99)[0])}\n` : log,
    );
  }
  const store = createSessionStore({ dataDir });
  const cpuMs = watchCpu();
  expect(await find(store, 'needle')).toEqual(['s500']);
  expect(cpuMs()).toBeLessThan(4000);
});
