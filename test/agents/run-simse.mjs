import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Longer than any case takes by itself. */
const RUN_LIMIT_MS = 90_000;
const LEAVE_MS = 4000;
const POLL_MS = 50;

/** A user of their own: home, config, data and a project, all below one folder with a short name. */
export async function makeSandbox(files) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'sa-')));
  const folder = (name) => path.join(root, name);
  for (const name of ['home', 'config', 'data', 'work', 'tmp']) await mkdir(folder(name));
  for (const [name, content] of Object.entries(files)) await writeFile(folder(name), JSON.stringify(content));
  const env = {
    HOME: folder('home'),
    TMPDIR: folder('tmp'),
    SIMSE_CONFIG_DIR: folder('config'),
    SIMSE_DATA_DIR: folder('data'),
  };
  return {
    root,
    work: folder('work'),
    env,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Runs simse to its end. `during` may watch it meanwhile: it gets `until`, which resolves when a condition on stdout holds,
 * or with false when simse has ended, and `signal`. What the run leaves behind is in `left`, and is ended.
 */
export async function runSimse({ simse, args, sandbox, env, during }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [simse, ...args], {
    cwd: sandbox.work,
    env: { ...process.env, ...env, ...sandbox.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      written[name] += text;
    });
  }
  let exitCode;
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => {
      exitCode = code ?? signal;
      resolve();
    });
  });
  const until = async (holds) => {
    while (exitCode === undefined && !(await holds(written.stdout))) await pause();
    return exitCode === undefined;
  };
  await during?.({ until, signal: (name) => child.kill(name), sandbox });
  await ended;
  clearTimeout(timer);
  const milliseconds = Math.round(performance.now() - startedAt);
  return { exitCode, ...written, milliseconds, left: await endLeftovers(sandbox.root) };
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Processes that outlive a run by more than a moment, as command lines. Every one of a run has the sandbox in its environment. */
export async function endLeftovers(marker) {
  const deadline = Date.now() + LEAVE_MS;
  let left = await processesWith(marker);
  while (left.length > 0 && Date.now() < deadline) {
    await pause();
    left = await processesWith(marker);
  }
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  return left.map(({ command }) => command);
}

async function processesWith(marker) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProcess(pid, marker)));
  return found.filter((process) => process !== null);
}

async function readProcess(pid, marker) {
  try {
    if (!(await readFile(`/proc/${pid}/environ`, 'latin1')).includes(marker)) return null;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return { pid: Number(pid), command };
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return null;
  }
}
