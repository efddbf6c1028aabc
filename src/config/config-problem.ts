import { SimseError } from '../core/errors.ts';

const SHOWN_PROBLEMS = 5;

export type JsonPath = readonly (string | number)[];

export interface Problem {
  /** Where in the JSON; empty for the file as a whole. */
  path: JsonPath;
  /** What was expected and what was found, without the path. */
  text: string;
  /** Counted from 1. */
  place?: { line: number; column: number };
}

/** What came of looking at something from outside: its value, or everything that is wrong with it. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The one error for everything that is wrong with a config file; it shows the first five problems. */
export function configError(file: string, problems: readonly Problem[], hint: string): SimseError {
  const [first] = problems;
  const hidden = problems.length - SHOWN_PROBLEMS;
  const lines = [
    `${file} has ${problems.length} problems:`,
    ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${sentence(problem, '')}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
  const message = first && problems.length === 1 ? sentence(first, file) : lines.join('\n');
  return new SimseError('config', message, { hint });
}

function sentence({ path, text, place }: Problem, file: string): string {
  const position = place ? `${place.line}:${place.column}` : '';
  const head = [file, position].filter(Boolean).join(':');
  return [head, formatPath(path), text].filter(Boolean).join(file ? ': ' : '  ');
}

/** A path as it would be written in JavaScript: `servers[0].env["MY-VAR"]`. */
export function formatPath(path: JsonPath): string {
  return path.reduce<string>((written, key) => {
    if (typeof key === 'number') return `${written}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${written}[${JSON.stringify(key)}]`;
    return written ? `${written}.${key}` : key;
  }, '');
}
