import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { inject } from 'vitest';
import type { Sandbox } from './sandbox.ts';

const RUN_TIMEOUT_MS = 60_000;

export const SIMSE_BIN = fileURLToPath(new URL('../../bin/simse.js', import.meta.url));

export interface RunOptions {
  /** What stdin holds; null is a pipe that stays open and silent; left out, stdin is empty. */
  stdin?: string | null;
  /** Added to the sandbox's environment. */
  env?: Record<string, string>;
  /** Instead of the sandbox's `work`. */
  cwd?: string;
}

export interface RunResult {
  stdout: string;
  stderr: string;
  /** 128 plus the signal's number when a signal ended it, as a shell says. */
  exitCode: number;
}

/**
 * Runs the real `bin/simse.js` to its end, without a terminal, in a sandbox.
 *
 *     const sandbox = await createSandbox({ 'work/README.md': '# Hello' });
 *     const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'read README.md']);
 */
export async function runSimse(
  sandbox: Sandbox,
  args: string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const { stdout, stderr, exitCode, signal } = await startSimse(sandbox, args, options);
  const codes: Record<string, number> = { SIGINT: 130, SIGTERM: 143, SIGKILL: 137 };
  return { stdout, stderr, exitCode: exitCode ?? codes[signal ?? ''] ?? -1 };
}

/** Starts `bin/simse.js` and hands back execa's subprocess, for tests that talk to it, signal it or measure it. */
export function startSimse(sandbox: Sandbox, args: string[], options: RunOptions = {}) {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`dist/ could not be built:\n${failure}`);
  const { stdin } = options;
  return execa(process.execPath, [SIMSE_BIN, ...args], {
    cwd: options.cwd ?? sandbox.work,
    env: { ...sandbox.env, ...options.env },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
    ...(typeof stdin === 'string' ? { input: stdin } : { stdin: stdin === null ? 'pipe' : 'ignore' }),
  });
}
