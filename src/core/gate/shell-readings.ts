import { scanShellLine } from './scan-shell.ts';
import { isAssignment, type ShellWord } from './shell-command.ts';

/** One way to see what a command line runs. */
export interface ShellReading {
  text: string;
  /** What `text` surely begins with, when a shell would put something else in place of the rest; else null. */
  stem: string | null;
}

export interface ShellReadings {
  readings: ShellReading[];
  /** The line may run more than the readings say. */
  incomplete: boolean;
}

/** Beyond these a line is not read any further, and counts as incomplete. */
const MAX_LINE_CHARS = 10_000;
const MAX_INNER_LINES = 24;
const MAX_WRAPPERS = 12;

/** Words after which another command follows: keywords of the shell, and programs that run their arguments. */
const WRAPPERS = new Set(
  (
    'if then elif else while until do ! { time function coproc . source ' +
    'sudo doas su env command exec builtin eval trap noglob nocorrect nohup nice ionice timeout stdbuf setsid chroot ' +
    'flock taskset busybox xargs parallel watch script strace ' +
    'sh bash dash zsh ksh ash fish'
  ).split(' '),
);
/** Wrappers with a word of their own before the command. */
const TAKES_OPERAND = new Set(['function', 'coproc', 'su', 'chroot', 'flock', 'taskset']);
/** Programs that run what they read from their input when no command follows. */
const READS_INPUT = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'su', 'sudo', 'doas']);

const EXEC_OPTION = /^-(?:exec|ok)(?:dir)?$/;

/** The line that `env` takes in the word of its flag, as in `env -S'rm x'`. */
const SPLIT_STRING = /^(?:-\w*?S|--sp?l?i?t?-?s?t?r?i?n?g?=)([^]*\s[^]*)$/;

const isOption = (word: ShellWord | undefined) => word?.text.startsWith('-') === true;

/**
 * Every reading of a command line that a denying rule is held against: each simple command, also inside substitutions,
 * behind wrappers such as `sudo` and `find -exec`, and in the line given to `sh -c`; without quotes, with the bare name
 * of its program, and without the options before its subcommand. A rail against accidents, not a wall: a program that is
 * allowed to run can still run others.
 */
export function suspiciousReadings(line: string): ShellReadings {
  const readings: ShellReading[] = [];
  const lines = new Set([line.slice(0, MAX_LINE_CHARS)]);
  let incomplete = line.length > MAX_LINE_CHARS;
  for (const current of lines) {
    if (lines.size > MAX_INNER_LINES) return { readings, incomplete: true };
    const { commands, opaque } = scanShellLine(current);
    incomplete ||= opaque;
    readings.push({ text: current.trim(), stem: null });
    for (const { text, words } of commands) {
      readings.push({ text, stem: null });
      const programs = programsIn(words);
      incomplete ||= programs.length > MAX_WRAPPERS || readsInput(words, programs);
      for (const at of programs.slice(0, MAX_WRAPPERS)) {
        readings.push(...readingsOf(words.slice(at)));
        if (isLine(words, at)) lines.add(joinWords(words.slice(at)));
      }
      for (const { text: word } of words) {
        const [, split] = SPLIT_STRING.exec(word) ?? [];
        if (split !== undefined && lines.size <= MAX_INNER_LINES) lines.add(split);
      }
    }
  }
  return { readings, incomplete };
}

/** Where in a command the names of programs stand: the first after assignments, and those behind wrappers. */
export function programsIn(words: readonly ShellWord[]): number[] {
  const found: number[] = [];
  let valueMayFollow = false;
  for (const [at, word] of words.entries()) {
    if (isAssignment(word)) continue;
    if (found.length > 0 && isOption(word)) {
      valueMayFollow = !word.text.includes('=');
    } else if (found.length > 0 && /^\d[\d.]*[smhd]?$/.test(word.text)) {
      valueMayFollow = false;
    } else {
      found.push(at);
      const name = nameOf(word);
      if (name === 'find') found.push(...afterExec(words));
      // Behind `env`, what has a `=` in it is a variable, whatever its name.
      const goesOn = isWrapper(name, words[at + 1]) || (found.length > 1 && word.text.includes('='));
      if (!goesOn && !valueMayFollow) break;
      valueMayFollow = goesOn && TAKES_OPERAND.has(name);
    }
    if (found.length > MAX_WRAPPERS) break;
  }
  return found;
}

/** `command -v x` only looks x up. */
function isWrapper(name: string, next: ShellWord | undefined): boolean {
  return WRAPPERS.has(name) && !(name === 'command' && /^-[vV]$/.test(next?.text ?? ''));
}

function afterExec(words: readonly ShellWord[]): number[] {
  return words.flatMap((_, at) => (EXEC_OPTION.test(words[at - 1]?.text ?? '') ? [at] : []));
}

function readsInput(words: readonly ShellWord[], programs: readonly number[]): boolean {
  const last = words[programs.at(-1) ?? -1];
  return last !== undefined && READS_INPUT.has(nameOf(last));
}

/** Whether a command line of its own begins at a word, as behind `sh -c`, `eval` and `find -exec`. */
function isLine(words: readonly ShellWord[], at: number): boolean {
  const before = words[at - 1]?.text ?? '';
  return before === 'eval' || EXEC_OPTION.test(before) || /[\s;&|<>()]/.test(words[at]?.text ?? '');
}

function readingsOf(words: readonly ShellWord[]): ShellReading[] {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  const name = { ...program, text: nameOf(program) };
  const lowerName = { ...name, text: name.text.toLowerCase() };
  const readings = [program, name, lowerName].map((first) => toReading([first, ...rest]));
  for (let at = 0; at < MAX_WRAPPERS && isOption(rest[at]); at += isOption(rest[at + 1]) ? 1 : 2) {
    const shorter = [rest.slice(at + 1), rest.slice(at + 2)].filter((left) => left.length > 0);
    readings.push(...shorter.map((left) => toReading([lowerName, ...left])));
  }
  return readings;
}

function toReading(words: readonly ShellWord[]): ShellReading {
  const uncertain = words.findIndex((word) => !word.certain);
  const stem = uncertain < 0 ? null : words.slice(0, uncertain).map((word) => `${word.text} `);
  return { text: joinWords(words), stem: stem?.join('') ?? null };
}

function joinWords(words: readonly ShellWord[]): string {
  return words.map((word) => word.text).join(' ');
}

/** The program's name without its folder; zsh takes `=rm` for the path of rm. */
export function nameOf({ text }: ShellWord): string {
  return text.slice(text.lastIndexOf('/') + 1).replace(/^=/, '');
}
