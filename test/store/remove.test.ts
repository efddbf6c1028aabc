import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSessionStore } from '../../src/store/session-store.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { stamp, started, turn } from './events.ts';

async function recorded() {
  const dataDir = path.join(await tempDir(), 'data');
  const store = createSessionStore({ dataDir });
  const log = store.create('one');
  for (const event of stamp([started(), turn('go')])) log.append(event);
  await log.flush();
  const root = path.join(dataDir, 'sessions');
  await mkdir(path.join(root, 'one', 'results'));
  await writeFile(path.join(root, 'one', 'results', 'a.txt'), 'spilled');
  return { store, log, root };
}

test('a removed session leaves nothing behind, nor does one whose removal was cut short before', async () => {
  const { store, log, root } = await recorded();
  await log[Symbol.asyncDispose]();
  await mkdir(path.join(root, '.removed-other-1234', 'results'), { recursive: true });
  await store.remove('one');
  expect(await readdir(root)).toEqual([]);
  await expect(store.remove('one')).rejects.toMatchObject({ code: 'no_session' });
});

test('a session that is open is not removed, and can be used on', async () => {
  const { store, log, root } = await recorded();
  const open = { code: 'store_failed', message: 'Session one is open in another simse.' };
  await expect(store.remove('one')).rejects.toMatchObject(open);
  await expect(store.requireFree('one')).rejects.toMatchObject(open);
  await log[Symbol.asyncDispose]();
  await store.requireFree('one');
  expect(log.failed).toBeNull();
  expect((await readdir(path.join(root, 'one'))).sort()).toEqual(['events.jsonl', 'meta.json', 'results']);
});

test('a name that would lead out of the folder is no session', async () => {
  const { store, log } = await recorded();
  for (const id of ['..', '.', '../sessions/one', '']) {
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'no_session' });
  }
  await log[Symbol.asyncDispose]();
});
