import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const TASKS = fileURLToPath(new URL('tasks', import.meta.url));
const CHECK = 'check.mjs';
const CHECK_MS = 30_000;

/**
 * The tasks, each a small project whose check.mjs fails: {name, prompt, files, answers, expect}. `answers` are what a model said
 * that did the task, as test/fixtures/model has it; `expect` what files then hold, null for one that is gone.
 */
export async function readTasks() {
  const names = (await readdir(TASKS)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(
    names.map(async (file) => ({
      name: path.basename(file, '.yaml'),
      ...parse(await readFile(path.join(TASKS, file), 'utf8')),
    })),
  );
}

export async function writeFiles(dir, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  }
}

/** Every file below a folder, by its path in it. */
export async function readFiles(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(files.map((file, index) => [path.relative(dir, file), texts[index]]));
}

/** Whether the check passes, as the task has it: whoever did the task may have changed it. */
export async function passesCheck(dir, { files }) {
  await writeFile(path.join(dir, CHECK), files[CHECK]);
  const run = promisify(execFile)(process.execPath, [CHECK], { cwd: dir, timeout: CHECK_MS });
  return run.then(
    () => true,
    () => false,
  );
}
