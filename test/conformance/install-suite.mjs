import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/simse-conformance', import.meta.url));
const FILES = ['package.json', 'package-lock.json'];
const IS_WINDOWS = process.platform === 'win32';

/** The npm package that has Node for this system. */
const SYSTEM = `${IS_WINDOWS ? 'win' : process.platform}-${process.arch}`;
const NODE_PACKAGE = SYSTEM === 'darwin-arm64' ? `node-bin-${SYSTEM}` : `node-${SYSTEM}`;

/**
 * The conformance suite and the Node that it needs, which is newer than the one that simse runs on: the programs, installed
 * from tools/package-lock.json, without install scripts, into a folder that is kept for the next time.
 */
export async function installSuite() {
  const lock = await readFile(path.join(TOOLS, 'package-lock.json'));
  const folder = path.join(CACHE, createHash('sha256').update(lock).digest('hex').slice(0, 12));
  if (!(await exists(folder))) await installInto(folder);
  const modules = path.join(folder, 'node_modules');
  return {
    node: path.join(modules, NODE_PACKAGE, 'bin', IS_WINDOWS ? 'node.exe' : 'node'),
    suite: path.join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
  };
}

/** The folder appears when it is whole, also when two runs install at the same time. */
async function installInto(folder) {
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(path.join(CACHE, 'new-'));
  try {
    for (const file of FILES) await copyFile(path.join(TOOLS, file), path.join(fresh, file));
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
