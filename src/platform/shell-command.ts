import { quoteCommandLine, quoteWord } from './command-line.ts';

export interface CommandSpec {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const POSIX_SHELL = /^(?:.*\/)?(?:ba|z|da|a|k)?sh$/;
const WINDOWS_SHELL = /^(?:.*[\\/])?cmd(?:\.exe)?$/i;
/** Single-letter flags that take no argument of their own, and the `c` that makes the next word a command line. */
const POSIX_FLAGS = /^-[acefhilmnuvx]+$/;
/** Variables that cannot change what a command does to the machine. */
const HARMLESS_NAMES = /^(?:TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|COLUMNS|LINES|LANG|LC_\w+|TZ)$/;
const PAGER_NAMES = /^\w*PAGER$/;

/** The argv that has the platform's shell run a line. */
export function shellArgv(line: string, platform: NodeJS.Platform = process.platform): string[] {
  return platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', line] : ['/bin/sh', '-c', line];
}

/** The argv that has the user's own shell run a line: that of SHELL, where it takes `-c` as they all do. */
export function userShellArgv(
  line: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const shell = env['SHELL'] ?? '';
  const isKnown = platform !== 'win32' && (POSIX_SHELL.test(shell) || shell.endsWith('/fish'));
  return isKnown && shell.startsWith('/') ? [shell, '-c', line] : shellArgv(line, platform);
}

/**
 * A command as a shell would read it, for the gate to judge and people to read. `sh -c X` and `bash -lc X` are X, since X
 * is what runs. Variables that could change what runs come first, as in `GIT_DIR=… git status`.
 */
export function commandLineOf({ command, args, env = {} }: CommandSpec): string {
  const assignments = Object.entries(env)
    .filter(([name, value]) => !isHarmless(name, value))
    .map(([name, value]) => `${name}=${value === '' ? '' : quoteWord(value)}`);
  const line = shellLineOf(command, args) ?? quoteCommandLine([command, ...args]);
  return [...assignments, line].join(' ');
}

/** The line that a shell was told to run; null when this is no plain `sh -c X`. */
function shellLineOf(command: string, args: readonly string[]): string | null {
  const line = args.at(-1);
  const flags = args.slice(0, -1);
  if (line === undefined) return null;
  if (WINDOWS_SHELL.test(command)) {
    return flags.at(-1)?.toLowerCase() === '/c' && flags.every((flag) => /^\/[dsc]$/i.test(flag))
      ? line
      : null;
  }
  const hasCommandFlag = flags.some((flag) => flag.includes('c'));
  return POSIX_SHELL.test(command) && hasCommandFlag && flags.every((flag) => POSIX_FLAGS.test(flag))
    ? line
    : null;
}

function isHarmless(name: string, value: string): boolean {
  return HARMLESS_NAMES.test(name) || (PAGER_NAMES.test(name) && (value === 'cat' || value === ''));
}
