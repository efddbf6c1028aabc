import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Why dist/ could not be built; empty when it is there and up to date. */
    buildFailure: string;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds dist/ before the first test when a source file is newer. A build that fails is told to the tests that run the
 * binary and to no others.
 */
export async function setup(project: TestProject): Promise<void> {
  let buildFailure = '';
  try {
    if (await isStale()) await execa(process.execPath, ['scripts/build.mjs', '--keep'], { cwd: ROOT });
  } catch (error) {
    buildFailure = error instanceof Error ? error.message : String(error);
  }
  project.provide('buildFailure', buildFailure);
}

async function isStale(): Promise<boolean> {
  const built = await stat(path.join(ROOT, 'dist/main.js')).catch(() => null);
  if (built === null) return true;
  const sources = ['src', 'scripts', 'package.json', 'package-lock.json'];
  const times = await Promise.all(sources.map((source) => newestChange(path.join(ROOT, source))));
  return Math.max(...times) > built.mtimeMs;
}

async function newestChange(file: string): Promise<number> {
  const { mtimeMs } = await stat(file);
  if (!(await stat(file)).isDirectory()) return mtimeMs;
  const entries = await readdir(file);
  const times = await Promise.all(entries.map((entry) => newestChange(path.join(file, entry))));
  return Math.max(mtimeMs, ...times);
}
