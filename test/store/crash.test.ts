import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createSessionStore } from '../../src/store/session-store.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { bundleFixture } from './bundle-fixture.ts';
import { chunk, notice, stamp, started, turn, turnEnd } from './events.ts';

const writer = await bundleFixture('store/writer.ts');

/** A process of its own that records or resumes the session `one`, and the lines it prints. */
function startWriter(mode: 'record' | 'resume', dataDir: string) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [writer, mode, dataDir, 'one'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    nextLine: async (): Promise<string> => String((await lines.next()).value),
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function recordOne(dataDir: string) {
  const store = createSessionStore({ dataDir });
  const events = stamp([started(), turn('go'), notice('kept'), chunk('émoji 🙂 in the last lines'), turnEnd]);
  await using log = store.create('one');
  for (const event of events) log.append(event);
  return events;
}

test('cut at any byte of its last two lines, a session loses what was cut and goes on', {
  timeout: 60_000,
}, async () => {
  const dir = await tempDir();
  const original = path.join(dir, 'original');
  const events = await recordOne(original);
  const text = await readFile(path.join(original, 'sessions/one/events.jsonl'));
  const lineEnds = [...text.keys()].filter((index) => text[index] === 0x0a);
  const from = lineEnds.at(-3) ?? 0;
  expect(text.length - from).toBeGreaterThan(150);

  for (let size = from + 1; size < text.length; size += 1) {
    const dataDir = path.join(dir, `cut-${size}`);
    await mkdir(path.join(dataDir, 'sessions/one'), { recursive: true });
    await writeFile(path.join(dataDir, 'sessions/one/events.jsonl'), text.subarray(0, size));
    // A line that only misses its line break is whole.
    const whole = lineEnds.filter((end) => end <= size).length;
    const isCut = !lineEnds.some((end) => size === end || size === end + 1);

    const store = createSessionStore({ dataDir });
    const { log, ...resumed } = await store.resume('one');
    expect(resumed).toMatchObject({ events: events.slice(0, whole), damagedLines: isCut ? 1 : 0 });
    const [next] = stamp([notice('and on')], 99);
    if (next) log.append(next);
    await log[Symbol.asyncDispose]();
    const after = await store.read('one');
    expect(after.events).toEqual([...events.slice(0, whole), next]);
    expect(after.damagedLines).toBe(isCut ? 1 : 0);
  }
});

test('kill -9 in the middle of writing loses nothing that was written, and the session can be taken up', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const first = startWriter('record', dataDir);
  let safe = 0;
  while (safe < 700) safe = Number(await first.nextLine());
  await first.kill();

  const store = createSessionStore({ dataDir });
  expect(await readdir(path.join(dataDir, 'sessions/one'))).toContain('writer-1.lock');
  const { log, events, damagedLines, meta } = await store.resume('one');
  expect(events.slice(0, safe).map(({ seq }) => seq)).toEqual(
    Array.from({ length: safe }, (_, index) => index + 1),
  );
  expect(damagedLines).toBeLessThanOrEqual(1);
  expect(meta).toMatchObject({ title: 'go', turns: 1 });
  const [next] = stamp([notice('after the crash')], 100_000);
  if (next) log.append(next);
  await log[Symbol.asyncDispose]();
  expect((await store.read('one')).events.at(-1)).toEqual(next);
});

test('a session that is open elsewhere cannot be taken up; once left, it can', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const store = createSessionStore({ dataDir });
  const log = store.create('one');
  for (const event of stamp([turn('go')])) log.append(event);
  await log.flush();

  const other = startWriter('resume', dataDir);
  expect(await other.nextLine()).toBe('ready');
  other.child.stdin.write('\n');
  expect(await other.nextLine()).toBe('Session one is open in another simse.');
  await expect(store.resume('one')).rejects.toMatchObject({ code: 'store_failed' });

  await log[Symbol.asyncDispose]();
  other.child.stdin.write('\n');
  expect(await other.nextLine()).toBe('got it');
  await expect(store.resume('one')).rejects.toMatchObject({
    message: 'Session one is open in another simse.',
  });
});

test('of many that want to take up a crashed session at once exactly one gets it', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  await recordOne(dataDir);
  const crashed = startWriter('resume', dataDir);
  await crashed.nextLine();
  crashed.child.stdin.write('\n');
  expect(await crashed.nextLine()).toBe('got it');
  await crashed.kill();

  const rivals = Array.from({ length: 4 }, () => startWriter('resume', dataDir));
  expect(await Promise.all(rivals.map(({ nextLine }) => nextLine()))).toEqual(Array(4).fill('ready'));
  for (const { child } of rivals) child.stdin.write('\n');
  const outcomes = await Promise.all(rivals.map(({ nextLine }) => nextLine()));
  expect(outcomes.filter((outcome) => outcome === 'got it')).toHaveLength(1);
});

test.each(['', '{"pid":', 'nonsense', '{"pid": 999999999, "startedAt": "1"}'])(
  'a lock file of %j that was left behind is no obstacle',
  async (content) => {
    const dataDir = path.join(await tempDir(), 'data');
    await recordOne(dataDir);
    const lock = path.join(dataDir, 'sessions/one/writer-1.lock');
    await writeFile(lock, content);
    await utimes(lock, 1, 1);
    const { log } = await createSessionStore({ dataDir }).resume('one');
    await log[Symbol.asyncDispose]();
    expect(log.failed).toBeNull();
  },
);

test("a later process with a dead writer's pid does not keep the session locked", async () => {
  const dataDir = path.join(await tempDir(), 'data');
  await recordOne(dataDir);
  const owner = { pid: process.ppid, startedAt: 'long ago' };
  await writeFile(path.join(dataDir, 'sessions/one/writer-1.lock'), JSON.stringify(owner));
  const { log } = await createSessionStore({ dataDir }).resume('one');
  await log[Symbol.asyncDispose]();
  expect(log.failed).toBeNull();
});

test('a session that was left properly has no lock', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  await recordOne(dataDir);
  expect((await readdir(path.join(dataDir, 'sessions/one'))).sort()).toEqual(['events.jsonl', 'meta.json']);
});
