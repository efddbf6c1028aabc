import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionEvent, StampedEvent } from '../../src/core/state/events.ts';
import { newSessionId } from '../../src/store/session-id.ts';
import { createSessionStore, type RecordedSessions } from '../../src/store/session-store.ts';
import { tempDir, writeFiles } from '../helpers/temp-dir.ts';
import { watchCpu } from '../helpers/watch-cpu.ts';
import { chunk, notice, output, stamp, started, turn, turnEnd } from './events.ts';

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

test('what was recorded is read back as it was', async () => {
  const { store } = await openStore();
  const events = await record(store, 'one', [
    started('/shop'),
    turn('why?'),
    chunk('Because.\n\u2028"quoted" 🙂'),
    { type: 'tool_call', call: { id: 'c', title: 'Read', status: 'completed', input: { path: 'a' } } },
    { type: 'usage', usage: { used: 5, size: 10 } },
    turnEnd,
  ]);
  const { meta, events: read, damagedLines } = await store.read('one');
  expect(read).toEqual(events);
  expect(damagedLines).toBe(0);
  expect(meta).toMatchObject({
    id: 'one',
    cwd: '/shop',
    backend: 'claude',
    title: 'why?',
    turns: 1,
    updatedAt: 6000,
  });
});

test('a session in which nothing was asked leaves nothing behind', async () => {
  const { store, dataDir } = await openStore();
  await record(store, 'one', [started(), { type: 'commands', commands: [] }, notice('hello')]);
  expect(await store.list()).toEqual([]);
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test("the title is the agent's, else the start of the first prompt", async () => {
  const { store } = await openStore();
  await record(store, 'prompted', [started(), turn(`\n  ${'🙂'.repeat(100)}\nmore`), turn('second')]);
  await record(store, 'titled', [started(), turn('first'), { type: 'title', title: 'A title' }]);
  await record(store, 'untitled', [started(), turn('first'), { type: 'title', title: null }]);
  const titles = Object.fromEntries((await store.list()).map(({ id, title }) => [id, title]));
  expect(titles).toEqual({ prompted: '🙂'.repeat(80), titled: 'A title', untitled: 'first' });
});

test('meta is up to date while a turn runs and after the backend has changed', async () => {
  const { store } = await openStore();
  await using log = store.create('one');
  const events: SessionEvent[] = [
    started(),
    turn('first'),
    { type: 'backend_ready', backend: 'codex', agent: null, backendSessionId: 'b' },
  ];
  for (const event of stamp(events)) log.append(event);
  await log.flush();
  expect(await store.list()).toMatchObject([{ id: 'one', backend: 'codex', turns: 1, updatedAt: 3000 }]);
});

test('twenty thousand pieces of a message become a few lines, with the same text', async () => {
  const { store, dataDir } = await openStore();
  const pieces = Array.from({ length: 20_000 }, (_, index) => chunk(`${index} `));
  await record(store, 'one', [turn('count'), ...pieces, turnEnd]);
  const lines = (await readFile(path.join(dataDir, 'sessions', 'one', 'events.jsonl'), 'utf8'))
    .trim()
    .split('\n');
  expect(lines.length).toBeLessThan(50);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(6000);
  const { events } = await store.read('one');
  expect(events.map((event) => (event.type === 'message_chunk' ? textOf(event) : '')).join('')).toBe(
    pieces.map((_, index) => `${index} `).join(''),
  );
  expect(events.at(-1)).toMatchObject({ type: 'turn_ended', seq: 20_002 });
});

function textOf(event: StampedEvent & { type: 'message_chunk' }): string {
  return event.content.type === 'text' ? event.content.text : '';
}

test('a piece that nothing follows is in the file within a moment', async () => {
  const { store } = await openStore();
  await using log = store.create('one');
  for (const event of stamp([turn('go'), chunk('par'), chunk('tial')])) log.append(event);
  await expect
    .poll(async () => (await store.read('one')).events.length, { interval: 20, timeout: 2000 })
    .toBe(2);
  expect((await store.read('one')).events[1]).toMatchObject({ content: { text: 'partial' }, seq: 3 });
});

test.each([
  ['another message', [chunk('a'), chunk('b', 'n')]],
  ['another role', [chunk('a'), chunk('b', 'm', 'thought')]],
  [
    'another kind of content',
    [chunk('a'), { ...chunk(''), content: { type: 'image', mimeType: 'image/png', data: '' } }],
  ],
  ['another terminal', [output('a'), output('b', 'y')]],
  ['something between', [chunk('a'), notice('n'), chunk('b')]],
] as [string, SessionEvent[]][])('pieces are not joined across %s', async (_what, pieces) => {
  const { store } = await openStore();
  const events = await record(store, 'one', [turn('go'), ...pieces]);
  expect((await store.read('one')).events).toEqual(events);
});

test('the output of a terminal is joined too', async () => {
  const { store } = await openStore();
  await record(store, 'one', [turn('go'), output('a'), output('b'), output('c')]);
  expect((await store.read('one')).events).toMatchObject([{ seq: 1 }, { text: 'abc', seq: 4, at: 4000 }]);
});

test('how far a call was is not recorded', async () => {
  const { store } = await openStore();
  const progress: SessionEvent = { type: 'tool_progress', tool: 'files/copy', run: 1, progress: 5 };
  await record(store, 'one', [turn('copy'), progress, turnEnd]);
  expect((await store.read('one')).events.map(({ type }) => type)).toEqual(['turn_started', 'turn_ended']);
});

test('sessions are listed newest first, all or those of a directory', async () => {
  const { store } = await openStore();
  await record(store, 'old', [started('/a'), turn('x')], 1);
  await record(store, 'new', [started('/b'), turn('x')], 100);
  await record(store, 'middle', [started('/a'), turn('x')], 50);
  const listed = async (cwd?: string) => (await store.list(cwd ? { cwd } : {})).map(({ id }) => id);
  expect(await listed()).toEqual(['new', 'middle', 'old']);
  expect(await listed('/a')).toEqual(['middle', 'old']);
  expect(await listed('/c')).toEqual([]);
});

test('a session whose meta is missing, cut or of another version is listed from its events', async () => {
  const { store, dataDir } = await openStore();
  const event = JSON.stringify({ ...started('/a'), seq: 1, at: 5 });
  const second = JSON.stringify({ ...turn('hello'), seq: 2, at: 7 });
  await writeFiles(path.join(dataDir, 'sessions'), {
    'no-meta/events.jsonl': `${event}\n${second}\n`,
    'cut/meta.json': '{"version": 1, "id": "cu',
    'cut/events.jsonl': `${event}\n`,
    'later/meta.json': { version: 2, cwd: '/a' },
    'empty/events.jsonl': '',
    'stray-file': '',
    '.hidden/meta.json': '{}',
  });
  const sessions = Object.fromEntries((await store.list()).map((meta) => [meta.id, meta]));
  expect(Object.keys(sessions).sort()).toEqual(['cut', 'empty', 'later', 'no-meta']);
  expect(sessions['no-meta']).toMatchObject({
    cwd: '/a',
    title: 'hello',
    turns: 1,
    createdAt: 5,
    updatedAt: 7,
  });
  expect(sessions['cut']).toMatchObject({ cwd: '/a', backend: 'claude', turns: 0 });
  expect(sessions['empty']).toMatchObject({ cwd: '', backend: '', title: null });
});

test("meta's id is the folder's name, whatever the file says", async () => {
  const { store, dataDir } = await openStore();
  await record(store, 'real', [started(), turn('x')]);
  const file = path.join(dataDir, 'sessions', 'real', 'meta.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"real"', '"../../elsewhere"'));
  expect((await store.list()).map(({ id }) => id)).toEqual(['real']);
});

test('a session is found by the start of its id', async () => {
  const { store } = await openStore();
  for (const id of ['abc', 'abd', 'xyz', 'xy']) await record(store, id, [turn('x')]);
  expect(await store.find('abd')).toMatchObject({ id: 'abd' });
  expect(await store.find('xy')).toMatchObject({ id: 'xy' });
  expect(await store.find('xyz')).toMatchObject({ id: 'xyz' });
  await expect(store.find('ab')).rejects.toMatchObject({
    code: 'no_session',
    message: '"ab" is the start of 2 sessions: abc, abd.',
  });
  for (const unknown of ['q', '', '../..', 'abc/']) {
    await expect(store.find(unknown)).rejects.toMatchObject({
      code: 'no_session',
      message: `There is no session "${unknown}".`,
    });
  }
});

test.each(['none', '..', '../sessions', ''])(
  'reading or resuming the session %j is refused and creates nothing',
  async (id) => {
    const { store, dataDir } = await openStore();
    await mkdir(path.join(dataDir, 'sessions', 'other'), { recursive: true });
    await expect(store.read(id)).rejects.toMatchObject({ code: 'no_session' });
    await expect(store.resume(id)).rejects.toMatchObject({ code: 'no_session' });
    expect(await store.list()).toHaveLength(1);
  },
);

test('events of a later version are kept, lines that are no events are counted', async () => {
  const { store, dataDir } = await openStore();
  const future = { type: 'hologram', seq: 2, at: 2, beam: [1] };
  const lines = [
    { ...turn('x'), seq: 1, at: 1 },
    future,
    { type: 'turn_started', turnId: 't', seq: 3, at: 3 },
    { type: 'notice', level: 'info', source: 's', text: null, seq: 3, at: 3 },
    { type: 'title', title: 't' },
    { type: 'constructor', seq: 4, at: 4 },
    [1],
  ];
  const file = path.join(dataDir, 'sessions', 'one', 'events.jsonl');
  await writeFiles(path.dirname(file), {
    'events.jsonl': `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot JSON\n\n`,
  });
  const { events, damagedLines } = await store.read('one');
  expect(events).toEqual([lines[0], future, lines[5]]);
  expect(damagedLines).toBe(5);
});

test('a session is for its user only', async () => {
  const { store, dataDir } = await openStore();
  await record(store, 'one', [turn('x'), turnEnd]);
  if (process.platform === 'win32') return;
  const mode = async (file: string) => (await stat(path.join(dataDir, file))).mode & 0o777;
  expect(await mode('sessions/one')).toBe(0o700);
  expect(await mode('sessions')).toBe(0o700);
  expect(await mode('sessions/one/events.jsonl')).toBe(0o600);
  expect(await mode('sessions/one/meta.json')).toBe(0o600);
});

test('new ids are short, distinct and good as folder names', () => {
  const ids = Array.from({ length: 1000 }, newSessionId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.filter((id) => !/^[a-z2-9]{12}$/.test(id))).toEqual([]);
});

const SAVED = { version: 1, cwd: '/a', backend: 'b', title: 't', createdAt: 1, turns: 1 };

test('a thousand sessions are listed in less than half a second', async () => {
  const { store, dataDir } = await openStore();
  for (let index = 0; index < 1000; index += 1) {
    const dir = path.join(dataDir, 'sessions', `s${index}`);
    const meta = { ...SAVED, updatedAt: index };
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'meta.json'), JSON.stringify(meta));
  }
  const cpuMs = watchCpu();
  const sessions = await store.list();
  expect(cpuMs()).toBeLessThan(500);
  expect(sessions).toHaveLength(1000);
  expect(sessions[0]?.id).toBe('s999');
});
