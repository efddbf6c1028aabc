import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHES = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const FILES = ['package.json', 'package-lock.json'];
const IS_WINDOWS = process.platform === 'win32';

/** The npm package that has Node for this system. */
const SYSTEM = `${IS_WINDOWS ? 'win' : process.platform}-${process.arch}`;
const NODE_PACKAGE = SYSTEM === 'darwin-arm64' ? `node-bin-${SYSTEM}` : `node-${SYSTEM}`;

/**
 * Programs that tests want and simse does not, with the Node that they need, which is newer than the one that simse runs on:
 * installed from the package-lock.json of a folder, without install scripts, into one that is kept for the next time.
 * Resolves with the path of that Node and of `node_modules`.
 */
export async function installTools(tools, cache) {
  const lock = await readFile(path.join(tools, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = path.join(CACHES, cache, hash);
  if (!(await exists(folder))) await installInto(folder, tools);
  const modules = path.join(folder, 'node_modules');
  return { modules, node: path.join(modules, NODE_PACKAGE, 'bin', IS_WINDOWS ? 'node.exe' : 'node') };
}

/** The folder appears when it is whole, also when two runs install at the same time. */
async function installInto(folder, tools) {
  const cache = path.dirname(folder);
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(path.join(cache, 'new-'));
  try {
    for (const file of FILES) await copyFile(path.join(tools, file), path.join(fresh, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: fresh,
      shell: IS_WINDOWS,
    });
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
