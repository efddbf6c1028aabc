import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type LiveProcess, liveProcesses } from './processes.ts';
import { type Files, tempDir, writeFiles } from './temp-dir.ts';

const LEAVE_MS = 10_000;
const POLL_MS = 50;
/** What a program needs of the real environment to start at all. */
const INHERITED = ['PATH', 'SystemRoot', 'COMSPEC', 'PATHEXT', 'LANG'];

/** What the data folder of a user has who wanted no agent at their first run. */
const SET_UP = { agent: null };

/** A user of their own: home, config, data and a project folder, all below `root`, and the environment that says so. */
export interface Sandbox {
  root: string;
  home: string;
  config: string;
  data: string;
  /** The current directory of what is run in it. */
  work: string;
  env: Record<string, string>;
}

/**
 * Makes a sandbox with these files in it. When the running test has ended, it fails if a process started from the
 * sandbox is still alive; the process is killed and the folder removed. The user has been asked for an agent before, unless
 * this is their first run.
 *
 *     const sandbox = await createSandbox({ 'work/README.md': '# Hello', 'config/acp.json': { servers: [] } });
 */
export async function createSandbox(files: Files = {}, isFirstRun = false): Promise<Sandbox> {
  const root = await tempDir();
  const folder = (name: string): string => path.join(root, name);
  for (const name of ['home', 'config', 'data', 'work', 'tmp']) await mkdir(folder(name));
  await writeFiles(root, isFirstRun ? files : { 'data/setup.json': SET_UP, ...files });
  onTestFinished(() => expectNothingLeft(root));
  const env: Record<string, string> = {
    HOME: folder('home'),
    USERPROFILE: folder('home'),
    XDG_CONFIG_HOME: folder('home/.config'),
    XDG_DATA_HOME: folder('home/.local/share'),
    APPDATA: folder('home/AppData'),
    TMPDIR: folder('tmp'),
    TEMP: folder('tmp'),
    // What answers in a test is what the test has started.
    SIMSE_LOCAL_MODELS: 'off',
    SIMSE_CONFIG_DIR: folder('config'),
    SIMSE_DATA_DIR: folder('data'),
  };
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return {
    root,
    home: folder('home'),
    config: folder('config'),
    data: folder('data'),
    work: folder('work'),
    env,
  };
}

async function expectNothingLeft(root: string): Promise<void> {
  const deadline = Date.now() + LEAVE_MS;
  let left: LiveProcess[] = await liveProcesses(root);
  while (left.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    left = await liveProcesses(root);
  }
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  if (left.length > 0) throw new Error(`Still running after the test: ${left.map(describe).join('; ')}`);
}

function describe({ pid, command }: LiveProcess): string {
  return `${pid} ${command}`;
}
