import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { processStartedAt } from '../../src/platform/process-table.ts';
import { openDrafts } from '../../src/store/drafts.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const DRAFT = { text: 'half a \u{100000} prompt', pastes: ['long\ntext'] };

/** The files of a data directory with drafts of one directory in it. */
async function draftFiles(dataDir: string): Promise<string[]> {
  const [folder = 'none'] = await readdir(path.join(dataDir, 'drafts')).catch(() => []);
  const dir = path.join(dataDir, 'drafts', folder);
  return (await readdir(dir).catch(() => [])).map((name) => path.join(dir, name));
}

/** Makes the draft that is kept that of another process. */
async function giveTo(dataDir: string, owner: string): Promise<void> {
  const [file = ''] = await draftFiles(dataDir);
  await rename(file, path.join(path.dirname(file), `${owner}.json`));
}

async function keep(dataDir: string, draft: typeof DRAFT | null, cwd = '/shop'): Promise<void> {
  await using drafts = await openDrafts({ dataDir, cwd });
  drafts.save(draft);
}

test('a draft is there again for the next session of the same process, pastes and all', async () => {
  const dataDir = await tempDir();
  await keep(dataDir, DRAFT);
  const drafts = await openDrafts({ dataDir, cwd: '/shop' });
  expect(drafts.restored).toEqual(DRAFT);
});

test('a draft is written soon after it changed, for nobody else to read', async () => {
  const dataDir = await tempDir();
  await using drafts = await openDrafts({ dataDir, cwd: '/shop' });
  drafts.save(DRAFT);
  await expect.poll(() => draftFiles(dataDir)).toEqual([expect.stringMatching(/\.json$/)]);
  const [file = ''] = await draftFiles(dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a draft that was sent is gone', async () => {
  const dataDir = await tempDir();
  await keep(dataDir, DRAFT);
  await keep(dataDir, null);
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toBeNull();
  expect(await draftFiles(dataDir)).toEqual([]);
});

test('the draft of a process that has ended goes to the next one, and belongs to it from then on', async () => {
  const dataDir = await tempDir();
  await keep(dataDir, DRAFT);
  await giveTo(dataDir, '999999999-1');
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toEqual(DRAFT);
  const [file = ''] = await draftFiles(dataDir);
  expect(path.basename(file)).toContain(`${process.pid}-`);
});

test('the draft of a simse that runs is left to it; one of an earlier process with its number is not', async () => {
  const dataDir = await tempDir();
  const started = processStartedAt(process.ppid)?.replaceAll(/\W/g, '') ?? '';
  await keep(dataDir, DRAFT);
  await giveTo(dataDir, `${process.ppid}-${started}`);
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toBeNull();
  await giveTo(dataDir, `${process.ppid}-earlier`);
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toEqual(DRAFT);
});

test('a draft of another directory is not offered', async () => {
  const dataDir = await tempDir();
  await keep(dataDir, DRAFT, '/other');
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toBeNull();
});

test.each([
  ['{'],
  ['[]'],
  ['{"text": 1}'],
  ['{"text": "a", "pastes": [1]}'],
  ['{"text": " ", "pastes": []}'],
])('a file that says %s is passed over', async (content) => {
  const dataDir = await tempDir();
  await keep(dataDir, DRAFT);
  const [file = ''] = await draftFiles(dataDir);
  await writeFile(file, content);
  expect((await openDrafts({ dataDir, cwd: '/shop' })).restored).toBeNull();
});

test('where nothing can be written, typing goes on', async () => {
  const dataDir = await tempDir();
  await writeFile(path.join(dataDir, 'drafts'), 'no folder');
  await expect(keep(dataDir, DRAFT)).resolves.toBeUndefined();
});
