import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSessionStore } from '../../src/store/session-store.ts';
import { TURN_EVENTS, turnEvents } from '../fixtures/store/turn-events.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { bundleFixture } from './bundle-fixture.ts';
import { stamp, started, turn } from './events.ts';

const TURNS = 200;
const SESSIONS = 4;
/** A run that is not killed before records so many and ends. */
const TURNS_A_RUN = 12;
const MAX_LIFE_MS = 60;

const writer = await bundleFixture('store/writer.ts');

function start(...args: (string | number)[]): ChildProcess {
  const child = spawn(process.execPath, [writer, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Lets a process record turns from event `first` on, kills it some time after its first event is safe, and returns the last that was. */
async function recordAndKill(dataDir: string, id: string, first: number): Promise<number> {
  const child = start('turns', dataDir, id, first, TURNS_A_RUN);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const closed = once(child, 'close');
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), closed]);
  await Promise.race([delay(Math.random() * MAX_LIFE_MS), closed]);
  child.kill('SIGKILL');
  await closed;
  const whole = said
    .slice(0, said.lastIndexOf('\n') + 1)
    .trim()
    .split('\n');
  return Number(whole.at(-1)) || first - 1;
}

test(`kill -9 at random points of ${TURNS} turns: every session opens, only the line being written is missing`, {
  timeout: 120_000,
}, async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const store = createSessionStore({ dataDir });
  const recorded = new Map<string, number>();
  let kills = 0;
  const turnsOf = (seq: number) => Math.floor(seq / TURN_EVENTS);
  const total = () => [...recorded.values()].reduce((sum, seq) => sum + turnsOf(seq), 0);

  while (total() < TURNS) {
    const id = `session-${kills % SESSIONS}`;
    const before = recorded.get(id) ?? 0;
    const safe = await recordAndKill(dataDir, id, before + 1);
    kills += 1;
    const { events, damagedLines } = await store.read(id);
    // What was said to be safe is there, and at most the one event that was being written beyond it.
    expect(events.length, `after kill ${kills}`).toBeGreaterThanOrEqual(safe);
    expect(events.length, `after kill ${kills}`).toBeLessThanOrEqual(safe + 1);
    expect(damagedLines).toBeLessThanOrEqual(kills);
    recorded.set(id, events.length);
  }

  expect(kills).toBeGreaterThan(TURNS / TURNS_A_RUN - 1);
  for (const [id, count] of recorded) {
    const { log, events, meta } = await store.resume(id);
    await log[Symbol.asyncDispose]();
    expect(events).toEqual([...turnEvents(1, Math.ceil(count / TURN_EVENTS))].slice(0, count));
    expect(meta.turns).toBe(Math.ceil(count / TURN_EVENTS));
  }
  expect((await store.list()).map(({ id }) => id).sort()).toEqual([...recorded.keys()].sort());
});

test('two processes write 1,000 events each into one data directory, and none is lost', async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const children = ['one', 'two'].map((id) => start('many', dataDir, id, 1000));
  expect(await Promise.all(children.map((child) => once(child, 'close')))).toEqual(Array(2).fill([0, null]));
  const store = createSessionStore({ dataDir });
  for (const [index, id] of ['one', 'two'].entries()) {
    const { events, damagedLines } = await store.read(id);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 1));
    expect(damagedLines).toBe(0);
    const pid = String(children[index]?.pid);
    expect(events.every((event) => event.type !== 'notice' || event.text.startsWith(pid))).toBe(true);
  }
});

test('two processes that take turns in one session never interleave, and lose nothing of 1,000 events each', {
  timeout: 60_000,
}, async () => {
  const dataDir = path.join(await tempDir(), 'data');
  const store = createSessionStore({ dataDir });
  const log = store.create('one');
  for (const event of stamp([started(), turn('go')])) log.append(event);
  await log[Symbol.asyncDispose]();

  const children = [1, 2].map(() => start('share', dataDir, 'one', 1000));
  expect(await Promise.all(children.map((child) => once(child, 'close')))).toEqual(Array(2).fill([0, null]));
  const { events, damagedLines } = await store.read('one');
  expect(damagedLines).toBe(0);
  const writers = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
  for (const { pid } of children) {
    expect(writers.filter((text) => text.startsWith(`${pid} `))).toEqual(
      Array.from({ length: 1000 }, (_, at) => `${pid} ${at + 1}`),
    );
  }
  // Whoever has the session writes a hundred before another can.
  const changes = writers.filter(
    (text, at) => at > 0 && text.split(' ')[0] !== writers[at - 1]?.split(' ')[0],
  );
  expect(changes.length).toBeLessThan(20);
});
