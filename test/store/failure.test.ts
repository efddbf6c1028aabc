import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SimseError } from '../../src/core/errors.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { notice, stamp, turn, turnEnd } from './events.ts';

function openStore(dataDir: string) {
  const failures: SimseError[] = [];
  return { failures, store: createSessionStore({ dataDir, onFailure: (error) => failures.push(error) }) };
}

test('where nothing can be written that is told once, and appending goes on without harm', async () => {
  const dataDir = path.join(await tempDir({ data: 'a file in place of the directory' }), 'data');
  const { store, failures } = openStore(dataDir);
  await using log = store.create('one');
  for (const event of stamp([turn('a'), notice('b')])) log.append(event);
  await log.flush();
  for (const event of stamp([notice('c'), turnEnd], 3)) log.append(event);
  await log.flush();
  expect(failures).toHaveLength(1);
  expect(log.failed).toBe(failures[0]);
  expect(failures[0]).toMatchObject({ code: 'store_failed' });
  expect(failures[0]?.message).toMatch(/^This session is no longer recorded: E[A-Z]+: /);
  expect(await store.list()).toEqual([]);
  expect(await readFile(dataDir, 'utf8')).toBe('a file in place of the directory');
});

test.skipIf(!existsSync('/dev/full'))('a full disk is told once, and the session goes on', async () => {
  const dataDir = await tempDir();
  await mkdir(path.join(dataDir, 'sessions/one'), { recursive: true });
  await symlink('/dev/full', path.join(dataDir, 'sessions/one/events.jsonl'));
  const { store, failures } = openStore(dataDir);
  await using log = store.create('one');
  for (const event of stamp([turn('a'), notice('b'), turnEnd])) log.append(event);
  await log.flush();
  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('ENOSPC')]);
});

test('a session folder that was removed meanwhile is told once', async () => {
  const dataDir = await tempDir();
  const { store, failures } = openStore(dataDir);
  await using log = store.create('one');
  for (const event of stamp([turn('a')])) log.append(event);
  await log.flush();
  await rm(path.join(dataDir, 'sessions'), { recursive: true });
  for (const event of stamp([turnEnd, turn('b'), turnEnd], 2)) log.append(event);
  await log.flush();
  expect(failures).toHaveLength(1);
});

test('a session that can be read but not written is taken up all the same', async () => {
  const dataDir = await tempDir();
  const dir = path.join(dataDir, 'sessions/one');
  await mkdir(path.join(dir, 'events.jsonl'), { recursive: true });
  await writeFile(path.join(dir, 'meta.json'), '{}');
  await rm(path.join(dir, 'events.jsonl'), { recursive: true });
  await symlink('/nowhere/at/all', path.join(dir, 'events.jsonl'));
  const { store, failures } = openStore(dataDir);
  const { log, events } = await store.resume('one');
  expect(events).toEqual([]);
  for (const event of stamp([turn('a')])) log.append(event);
  await log[Symbol.asyncDispose]();
  expect(failures).toHaveLength(1);
});

test('closing twice and appending after closing do nothing', async () => {
  const dataDir = await tempDir();
  const { store, failures } = openStore(dataDir);
  const log = store.create('one');
  for (const event of stamp([turn('a')])) log.append(event);
  await log[Symbol.asyncDispose]();
  await log[Symbol.asyncDispose]();
  for (const event of stamp([notice('late')], 2)) log.append(event);
  await log.flush();
  expect((await store.read('one')).events).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('a part that cannot be written is told once, and what comes after it is recorded', async () => {
  const dataDir = await tempDir();
  const { store, failures } = openStore(dataDir);
  await using log = store.create('one');
  const unwritable = { type: 'tool_call', call: { id: 'c', input: 1n } } as unknown as SessionEvent;
  for (const event of stamp([turn('a'), unwritable, unwritable, notice('after'), turnEnd])) log.append(event);
  await log.flush();
  expect(failures.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^A part of this session is not recorded \(tool_call\): /),
  ]);
  expect(log.failed).toBeNull();
  const { events } = await store.read('one');
  expect(events.map(({ type }) => type)).toEqual([
    'turn_started',
    'notice',
    'notice',
    'notice',
    'turn_ended',
  ]);
});

test('what was held while nothing could be written is written when it can be again, and that is told', async () => {
  const dataDir = await tempDir({ sessions: 'a file in place of the folder' });
  const told: string[] = [];
  const store = createSessionStore({
    dataDir,
    onFailure: ({ message }) => told.push(message),
    onRecovered: () => told.push('again'),
  });
  await using log = store.create('one');
  for (const event of stamp([turn('a'), turnEnd])) log.append(event);
  await log.flush();
  await rm(path.join(dataDir, 'sessions'));
  for (const event of stamp([turn('b'), turnEnd], 3)) log.append(event);
  await log.flush();
  expect(told).toEqual([expect.stringContaining('no longer recorded'), 'again']);
  expect((await store.read('one')).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test('of very many that cannot be written the first are held, and the record says how many are missing', async () => {
  const dataDir = await tempDir({ sessions: 'a file in place of the folder' });
  const { store } = openStore(dataDir);
  await using log = store.create('one');
  for (const event of stamp([turn('a'), notice('first')])) log.append(event);
  await log.flush();
  for (const event of stamp(
    Array.from({ length: 20_100 }, () => notice('more')),
    3,
  ))
    log.append(event);
  await rm(path.join(dataDir, 'sessions'));
  await log.flush();
  for (const event of stamp([notice('later')], 30_000)) log.append(event);
  await log.flush();
  const { events } = await store.read('one');
  expect(events.slice(-2)).toMatchObject([{ text: '102 events are not recorded.' }, { text: 'later' }]);
});
