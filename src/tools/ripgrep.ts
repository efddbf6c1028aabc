import { normalize, sep } from 'node:path';
import { childEnvironment } from '../platform/child-env.ts';
import { findExecutable } from '../platform/find-executable.ts';
import { captureOutput } from '../platform/start-process.ts';
import { toRustPattern } from './rust-pattern.ts';
import { readIgnoreRules } from './walk-files.ts';

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const FOUND = 0;
const FOUND_NOTHING = 1;
/** As a walk and a search of our own: hidden files as well, no ignore files but `.gitignore`, line breaks of either kind. */
const LIKE_A_WALK = [
  '--files-with-matches',
  '--text',
  '--crlf',
  '--no-config',
  '--hidden',
  '--no-require-git',
  '--no-ignore-dot',
  '--no-ignore-exclude',
  '--no-ignore-global',
  '--null',
  '--glob=!.git',
];

/**
 * Finds the files that are worth searching, in the fraction of the time that reading all of them takes, where the user has
 * ripgrep. Only names of files are not looked for with it: a walk of our own is as fast, and knows symlinks.
 */
export interface Ripgrep {
  /**
   * The files below a folder in which, on disk, a line matches: paths relative to it, in the order of a walk, without
   * symlinks. null where ripgrep is not there, fails, or would not find what our own search does. Rejects only when the
   * signal is aborted.
   */
  filesWith(folder: string, regex: RegExp, signal: AbortSignal): Promise<string[] | null>;
}

/** `env` is this process's own, of which ripgrep gets no secret. */
export function createRipgrep(env: Readonly<Record<string, string | undefined>>): Ripgrep {
  let program: Promise<string | null> | undefined;
  return {
    async filesWith(folder, regex, signal) {
      const pattern = toRustPattern(regex);
      const command = await (program ??= findExecutable('rg', { cwd: folder, env }));
      if (pattern === null || command === null) return null;
      // Above the repository, or above a folder that is itself ignored, nothing counts.
      const { inherits } = await readIgnoreRules(folder);
      const args = [
        ...LIKE_A_WALK,
        ...(inherits ? [] : ['--no-ignore-parent']),
        regex.flags.includes('i') ? '--ignore-case' : '--case-sensitive',
        `--regexp=${pattern}`,
        '.',
      ];
      return runRipgrep({ command, args, cwd: folder, env: childEnvironment(env, {}) }, signal);
    },
  };
}

async function runRipgrep(
  program: Parameters<typeof captureOutput>[0],
  signal: AbortSignal,
): Promise<string[] | null> {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_OUTPUT_BYTES, signal };
    const { stdout, exit } = await captureOutput(program, limits);
    if (exit.exitCode !== FOUND && exit.exitCode !== FOUND_NOTHING) return null;
    return inOrder(stdout.split('\0').filter((path) => path !== ''));
  } catch {
    // It cannot be started, hangs or writes too much: the search of our own does it.
    signal.throwIfAborted();
    return null;
  }
}

/** The order of a walk: a folder's content stands where its name belongs. */
function inOrder(paths: readonly string[]): string[] {
  return paths
    .map((path) => normalize(path).split(sep).join('\0'))
    .toSorted()
    .map((key) => key.replaceAll('\0', '/'));
}
