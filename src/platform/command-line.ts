import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { SimseError } from '../core/errors.ts';

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
const BLANK = /\s/;
/** What a backslash escapes outside quotes. Before anything else it is itself, so that Windows paths stay whole. */
const ESCAPABLE = /[\s"'\\$`]/;
const ESCAPABLE_IN_DOUBLE_QUOTES = /["\\$`]/;

/** Splits a command line into its words, with the quotes and backslashes of a shell and none of its expansions. */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === quote) {
      quote = null;
    } else if (char === '\\' && isEscape(next, quote)) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === null && BLANK.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== null) throw new SimseError('usage', `the quote ${quote} is never closed: ${line}`);
  return word === null ? words : [...words, word];
}

/** Words as one line that a POSIX shell reads back as the same words. */
export function quoteCommandLine(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function isEscape(next: string, quote: string | null): boolean {
  if (next === '' || quote === "'") return false;
  return (quote === null ? ESCAPABLE : ESCAPABLE_IN_DOUBLE_QUOTES).test(next);
}

interface CommandSpec {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const POSIX_SHELL = /^(?:.*\/)?(?:ba|z|da|a|k)?sh$/;
/** Where only whoever runs the machine puts programs. A shell from anywhere else is a program like any other. */
const SYSTEM_SHELL = /^\/(?:usr\/|run\/current-system\/sw\/)?bin\/(?:ba|z|da|a|k)?sh$/;
const WINDOWS_SHELL = /^[a-z]:\\windows\\system32\\cmd(?:\.exe)?$/i;
/** Single-letter flags that take no argument of their own, and the `c` that makes the next word a command line. */
const POSIX_FLAGS = /^-[acefhilmnuvx]+$/;
/** Variables that cannot change what a command does to the machine, with a value that nothing evaluates. */
const HARMLESS_NAMES =
  /^(?:TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|COLUMNS|LINES|LANG|LC_\w+|TZ|GIT_TERMINAL_PROMPT|CLAUDECODE|GEMINI_CLI|QWEN_CODE)$/;
const HARMLESS_VALUE = /^[\w.,:@+/-]*$/;
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
 * A command as a shell would read it, for the gate to judge and people to read. What the system's own shell is told to run
 * by `sh -c X` or `bash -lc X` is X; any other program of that name is shown as the program it is. Variables that could
 * change what runs come first, as in `GIT_DIR=… git status`; with these a shell stays too, since they are all of X's.
 * `executable` is the file that runs.
 */
export function commandLineOf(
  { command, args, env = {} }: CommandSpec,
  executable: string | null = locate(command),
): string {
  const variables = Object.entries(env).filter(([name, value]) => !isHarmless(name, value));
  const line = variables.length === 0 && executable !== null ? shellLineOf(executable, args) : null;
  return line ?? [...variables.map(quoteVariable), quoteCommandLine([command, ...args])].join(' ');
}

/** A name that a shell takes for no variable goes through `env`, which takes any. */
function quoteVariable([name, value]: [string, string]): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `env ${quoteWord(`${name}=${value}`)}`;
  return `${name}=${value === '' ? '' : quoteWord(value)}`;
}

/** The file that a name leads to on simse's own PATH; null where that depends on the directory. */
function locate(command: string): string | null {
  if (command.includes('/') || !POSIX_SHELL.test(command)) return command;
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    if (!folder.startsWith('/')) return null;
    const file = join(folder, command);
    if (isExecutable(file)) return file;
  }
  return null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us to run.
    return false;
  }
}

/** The line that a shell of the system was told to run; null when this is no plain `sh -c X`. */
function shellLineOf(executable: string, args: readonly string[]): string | null {
  const line = args.at(-1);
  const flags = args.slice(0, -1);
  if (line === undefined) return null;
  if (WINDOWS_SHELL.test(executable)) {
    return flags.at(-1)?.toLowerCase() === '/c' && flags.every((flag) => /^\/[dsc]$/i.test(flag))
      ? line
      : null;
  }
  const isPlain = flags.some((flag) => flag.includes('c')) && flags.every((flag) => POSIX_FLAGS.test(flag));
  return SYSTEM_SHELL.test(executable) && isPlain && !/^[-+]/.test(line) ? line : null;
}

function isHarmless(name: string, value: string): boolean {
  if (PAGER_NAMES.test(name)) return value === 'cat' || value === '';
  if (name === 'SHELL') return SYSTEM_SHELL.test(value);
  return HARMLESS_NAMES.test(name) && HARMLESS_VALUE.test(value);
}
