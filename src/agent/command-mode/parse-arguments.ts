import { isRecord, type JsonObject } from '../../core/json.ts';
import type { ReadRange } from '../../tools/read-text.ts';
import type { CommandName, CommandStep } from './command-table.ts';

export interface CommandInput {
  /** What follows the command's name on its line. */
  rest: string;
  /** The lines after it, at most this many. Only asked for by commands that take more than one. */
  following(limit?: number): readonly string[];
  /** The text that came with the prompt, as standard input does. */
  attachment: string | null;
}

/** A step or what is wrong with it, and how many of the following lines belong to it. */
export type ParsedArguments =
  | { step: CommandStep; linesTaken: number }
  | { problem: string; linesTaken: number };

type Parser = (input: CommandInput) => ParsedArguments;

/** How each command reads what follows its name. */
export const PARSE_ARGUMENTS: Record<CommandName, Parser> = {
  help: parseBare('help'),
  tools: parseBare('tools'),
  read: parseRead,
  list: parseList,
  glob: parseGlob,
  grep: parseGrep,
  write: parseWrite,
  run: ({ rest }) => (rest === '' ? problem('run needs a command') : done({ command: 'run', line: rest })),
  call: parseCall,
  say: ({ rest }) => done({ command: 'say', text: rest }),
};

function done(step: CommandStep, linesTaken = 0): ParsedArguments {
  return { step, linesTaken };
}

function problem(text: string, linesTaken = 0): ParsedArguments {
  return { problem: text, linesTaken };
}

function parseBare(command: 'help' | 'tools'): Parser {
  return ({ rest }) => (rest === '' ? done({ command }) : problem(`${command} takes no arguments`));
}

function parseRead({ rest }: CommandInput): ParsedArguments {
  const [path, rangeText, ...more] = splitWords(rest);
  if (path === undefined) return problem('read needs a path');
  if (rangeText === undefined) return done({ command: 'read', path });
  const range = more.length === 0 ? parseRange(rangeText) : null;
  if (range === null) return problem('after the path, read takes a range of lines such as 10-20');
  return done({ command: 'read', path, range });
}

/** `10-20`, `10-` to the end, or `10` for one line. */
function parseRange(text: string): ReadRange | null {
  const [, fromText, dash, toText] = /^([1-9]\d{0,8})(?:(-)(\d{0,9}))?$/.exec(text) ?? [];
  if (fromText === undefined) return null;
  const line = Number(fromText);
  if (dash === undefined) return { line, limit: 1 };
  if (toText === undefined || toText === '') return { line };
  return Number(toText) < line ? null : { line, limit: Number(toText) - line + 1 };
}

function parseList({ rest }: CommandInput): ParsedArguments {
  const [path = '.', ...more] = splitWords(rest);
  return more.length === 0 ? done({ command: 'list', path }) : problem('list takes one path');
}

function parseGlob({ rest }: CommandInput): ParsedArguments {
  const [glob, ...more] = splitWords(rest);
  if (glob === undefined || more.length > 0) return problem('glob takes one pattern');
  return done({ command: 'glob', glob });
}

function parseGrep({ rest }: CommandInput): ParsedArguments {
  const [pattern, path = '.', ...more] = splitWords(rest);
  if (pattern === undefined || more.length > 0) return problem('grep takes a pattern and at most one path');
  return done({ command: 'grep', pattern, path });
}

/** A longer argument object is no longer typed or pasted by hand. */
const MAX_JSON_LINES = 1000;
const HERE_DOCUMENT = /^<<\s*(["']?)([A-Za-z_]\w*)\1$/;

function parseWrite({ rest, following: linesAfter, attachment }: CommandInput): ParsedArguments {
  const following = linesAfter();
  const { word: path, rest: sameLine } = splitFirstWord(rest);
  if (path === '') return problem('write needs a path and a text');
  const endMark = HERE_DOCUMENT.exec(sameLine)?.[2];
  if (endMark !== undefined) {
    const end = following.indexOf(endMark);
    if (end < 0) return problem(`there is no line ${endMark} to end the text`, following.length);
    const text = following.slice(0, end).map((line) => `${line}\n`);
    return done({ command: 'write', path, text: text.join('') }, end + 1);
  }
  const text = endWithLineBreak(sameLine === '' ? following : [sameLine, ...following]);
  if (text !== '') return done({ command: 'write', path, text }, following.length);
  return attachment === null
    ? problem('write needs a text after the path')
    : done({ command: 'write', path, text: attachment }, following.length);
}

/** Lines as the text of a file, which ends with one line break however many the prompt ended with. */
function endWithLineBreak(lines: readonly string[]): string {
  const text = lines.join('\n').replace(/\n+$/, '');
  return text === '' ? '' : `${text}\n`;
}

/** The JSON may span the following lines: it ends with the first line that makes it whole. */
function parseCall({ rest, following: linesAfter }: CommandInput): ParsedArguments {
  const { word: tool, rest: firstLine } = splitFirstWord(rest);
  if (!/^[^/]+\/./.test(tool)) return problem('call needs a tool as server/tool');
  if (firstLine === '') return done({ command: 'call', tool, args: {} });
  if (!firstLine.startsWith('{')) return problem('after the tool, call takes a JSON object');
  const following = linesAfter(MAX_JSON_LINES);
  for (let json = firstLine, taken = 0; taken <= following.length; taken += 1) {
    const args = parseObject(json);
    if (args !== null) return done({ command: 'call', tool, args }, taken);
    json += `\n${following[taken] ?? ''}`;
  }
  return problem('what follows the tool is not a whole JSON object', following.length);
}

function parseObject(json: string): JsonObject | null {
  // Only what ends like an object is worth parsing: this is tried again with every line that is added.
  if (!json.trimEnd().endsWith('}')) return null;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? (value as JsonObject) : null;
  } catch {
    // Not whole yet, or not JSON at all: the caller tells which by going on.
    return null;
  }
}

const WORD = /"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g;

/**
 * The words of a line. A word in single or double quotes may hold blanks; nothing else is special, so that patterns and
 * Windows paths need no escaping.
 */
function splitWords(line: string): string[] {
  return Array.from(line.matchAll(WORD), ([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** The first word, and what follows it after the blanks between. */
function splitFirstWord(line: string): { word: string; rest: string } {
  const [match] = line.trimStart().matchAll(WORD);
  const [whole = '', double, single, bare] = match ?? [];
  const rest = line.trimStart().slice(whole.length).trimStart();
  return { word: double ?? single ?? bare ?? '', rest };
}
