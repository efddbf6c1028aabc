import { Lexer, type Token, type Tokens } from 'marked';

/** How a list goes on behind the items that have been split off. */
export interface ListRest {
  /** Of its next item. */
  readonly number: number;
  /** A blank line stands above that. */
  readonly spaced: boolean;
}

/** How many lines are split off, and what goes on behind them. */
export interface ListCut {
  readonly lines: number;
  readonly rest: ListRest | null;
}

const MAYBE_LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * Where a block with a list in it can be cut: before the list, behind it, or, as long as it may go on, before its last
 * item. All lines have to be whole. Null when no part of it is finished. `begun` is the list whose next item is the first
 * line.
 */
export function cutList(lines: readonly string[], begun: ListRest | null, isWhole: boolean): ListCut | null {
  if (!lines.some((line) => MAYBE_LIST.test(line))) return null;
  const tokens = new Lexer().blockTokens(`${lines.join('\n')}\n`);
  const at = tokens.findIndex(({ type }) => type === 'list');
  const list = tokens[at];
  if (!isList(list)) return null;
  if (at > 0) return { lines: countLines(tokens.slice(0, at)), rest: null };
  const isOver = tokens.slice(1).some(({ type }) => type !== 'space');
  if (isOver) return { lines: countLines([list]), rest: null };
  const finished = list.items.slice(0, -1);
  const last = finished.at(-1);
  if (isWhole || last === undefined) return null;
  const number = (begun?.number ?? firstNumber(list)) + finished.length;
  return { lines: countLines(finished), rest: { number, spaced: endsBlank(last.raw) } };
}

/** The number of a list's first item; of one without numbers, too. */
export function firstNumber({ start }: Tokens.List): number {
  return typeof start === 'number' ? start : 1;
}

/** Whether a blank line stands behind a block or an item. */
export function endsBlank(raw: string): boolean {
  return /\n[ \t]*\n\s*$/.test(raw);
}

export function isList(token: Token | undefined): token is Tokens.List {
  return token?.type === 'list';
}

function countLines(tokens: readonly { raw: string }[]): number {
  const raw = tokens.map((token) => token.raw).join('');
  return raw.split('\n').length - (raw.endsWith('\n') ? 1 : 0);
}
