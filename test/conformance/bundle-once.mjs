import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/simse-conformance/programs');
const SOURCES = ['src', 'scripts', 'test/conformance'];
const POLL_MS = 50;
/** Longer than a build takes on a busy machine; whoever held the lock for so long is gone. */
const BUILD_MS = 120_000;

/**
 * The program of this tree as it is, made anew only when a source has changed: the suite starts a client for each scenario,
 * all at the same time. One of them builds, the others wait.
 */
export async function bundleOnce(name) {
  const folder = path.join(CACHE, `${name}-${Math.round(await newestSource())}`);
  const program = path.join(folder, `${name}.mjs`);
  const lock = `${folder}.lock`;
  await mkdir(CACHE, { recursive: true });
  while (!(await exists(program))) {
    if (await takeLock(lock)) await buildLocked(name, folder, lock);
    else await delay(POLL_MS);
  }
  return program;
}

async function buildLocked(name, folder, lock) {
  try {
    await build(name, folder);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** The folder appears when it is whole; those of earlier sources go. */
async function build(name, folder) {
  if (await exists(folder)) return;
  const fresh = await mkdtemp(path.join(CACHE, 'new-'));
  await bundleProgram(name, fresh);
  for (const entry of await readdir(CACHE)) {
    const isEarlier = entry.startsWith(`${name}-`) && !entry.endsWith('.lock');
    if (isEarlier) await rm(path.join(CACHE, entry), { recursive: true, force: true });
  }
  await rename(fresh, folder);
}

async function newestSource() {
  const folders = await Promise.all(
    SOURCES.map(async (folder) => {
      const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
      return entries.map((entry) => path.join(entry.parentPath, entry.name));
    }),
  );
  const times = await Promise.all(folders.flat().map(async (file) => (await stat(file)).mtimeMs));
  return Math.max(...times);
}

async function takeLock(lock) {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const held = await stat(lock).catch(() => null);
    const isLeft = held !== null && Date.now() - held.mtimeMs > BUILD_MS;
    if (isLeft) await rm(lock, { recursive: true, force: true });
    return false;
  }
}

function exists(file) {
  return stat(file).then(
    () => true,
    () => false,
  );
}
