import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SimseError } from '../../src/core/errors.ts';
import { openPromptHistory } from '../../src/store/prompt-history.ts';
import { tempDir } from '../helpers/temp-dir.ts';

async function historyFile(dataDir: string): Promise<string> {
  const [name = ''] = await readdir(path.join(dataDir, 'history'));
  return path.join(dataDir, 'history', name);
}

async function addAll(dataDir: string, prompts: string[], cwd = '/shop'): Promise<void> {
  const history = await openPromptHistory({ dataDir, cwd });
  for (const prompt of prompts) history.add(prompt);
}

async function entries(dataDir: string, cwd = '/shop'): Promise<readonly string[]> {
  return (await openPromptHistory({ dataDir, cwd })).entries;
}

test('prompts are there at the next start, oldest first, lines and all', async () => {
  const dataDir = await tempDir();
  expect(await entries(dataDir)).toEqual([]);
  await addAll(dataDir, ['first', 'two\nlines', '🙂 "quoted"']);
  await addAll(dataDir, ['after a restart']);
  expect(await entries(dataDir)).toEqual(['first', 'two\nlines', '🙂 "quoted"', 'after a restart']);
});

test('every directory has its own', async () => {
  const dataDir = await tempDir();
  await addAll(dataDir, ['here'], '/a');
  await addAll(dataDir, ['there'], '/b');
  expect([await entries(dataDir, '/a'), await entries(dataDir, '/b')]).toEqual([['here'], ['there']]);
});

test('blank prompts, repetitions and very long ones are not kept', async () => {
  const dataDir = await tempDir();
  await addAll(dataDir, ['a', 'a', ' \n', 'b', 'x'.repeat(40_000), 'a']);
  await addAll(dataDir, ['a', 'c']);
  expect(await entries(dataDir)).toEqual(['a', 'b', 'a', 'c']);
});

test('the last thousand are kept, and the file does not grow for ever', async () => {
  const dataDir = await tempDir();
  const prompts = Array.from({ length: 2500 }, (_, index) => `prompt ${index}`);
  await addAll(dataDir, prompts);
  expect(await entries(dataDir)).toEqual(prompts.slice(-1000));
  const lines = (await readFile(await historyFile(dataDir), 'utf8')).split('\n').filter(Boolean);
  expect(lines).toHaveLength(1000);
});

test('damaged lines are skipped, and a cut last line does not spoil the next prompt', async () => {
  const dataDir = await tempDir();
  await addAll(dataDir, ['one']);
  await appendFile(await historyFile(dataDir), '\nnonsense\n{"prompt": 5}\n[]\n{"prompt": "cu');
  await addAll(dataDir, ['two']);
  expect(await entries(dataDir)).toEqual(['one', 'two']);
});

test('the history is for its user only', async () => {
  const dataDir = await tempDir();
  await addAll(dataDir, ['secret']);
  if (process.platform === 'win32') return;
  expect((await stat(await historyFile(dataDir))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(dataDir, 'history'))).mode & 0o777).toBe(0o700);
});

test('where it cannot be kept that is told once, and the REPL goes on', async () => {
  const dataDir = path.join(await tempDir({ data: 'a file in place of the directory' }), 'data');
  const failures: SimseError[] = [];
  const onFailure = (error: SimseError) => failures.push(error);
  const history = await openPromptHistory({ dataDir, cwd: '/shop', onFailure });
  history.add('a');
  history.add('b');
  expect(history.entries).toEqual([]);
  expect(failures.map(({ code }) => code)).toEqual(['store_failed']);
});

test('the prompts of other directories are read when asked for, broken lines left out', async () => {
  const dataDir = await tempDir();
  await addAll(dataDir, ['old'], '/a');
  await appendFile(await historyFile(dataDir), '\n{"prompt": 1}\nno json');
  await addAll(dataDir, ['newer'], '/b');
  await addAll(dataDir, ['here'], '/c');
  const history = await openPromptHistory({ dataDir, cwd: '/c' });
  expect((await history.elsewhere()).toSorted()).toEqual(['newer', 'old']);
  const alone = await openPromptHistory({ dataDir: path.join(dataDir, 'nothing'), cwd: '/c' });
  expect(await alone.elsewhere()).toEqual([]);
});
