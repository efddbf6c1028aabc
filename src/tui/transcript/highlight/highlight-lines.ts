import { cleanText } from '../../../core/text/clean-text.ts';
import { type Row, type Span, span } from '../../draw/span.ts';
import type { Token, Tokenizer } from './grammars.ts';

/** How far a text has been highlighted. */
export interface HighlightState {
  readonly language: string;
  /**
   * The code before, from the last line on behind which nothing was open: mostly none. Where it grows long, as within a
   * long comment, the beginning that opened it and the newest lines. Null where the rest is left plain.
   */
  readonly context: string | null;
}

/** Longer lines are no code that anybody reads, and would take long: they are drawn plain and passed over. */
const MAX_LINE_CHARS = 400;

/** What is highlighted of one text at once; the rest of a text that is longer stays plain. */
const MAX_CHARS = 64 * 1024;

/** What is highlighted in one go, besides the context: what a text costs may grow with its square. */
const BATCH_CHARS = 2048;

/** Hostile text can make grammars slow. What comes after so much work, in microseconds, is left plain. */
const MAX_WORK = 80_000;

const CONTEXT_HEAD_CHARS = 1024;

const CONTEXT_TAIL_CHARS = 3072;

/** The state before the first line. */
export function beginHighlight(language: string | null): HighlightState {
  return { language: language ?? '', context: language === null ? null : '' };
}

/**
 * Lines of one text as rows of spans with the colours of its language, one row a line. Plain where the language is null
 * or not known, and until the grammars have been loaded.
 */
export function highlightLines(lines: readonly string[], language: string | null): Row[] {
  const count = language !== null && loadedTokenizer()?.knows(language) === true ? countFitting(lines) : 0;
  const code = lines.slice(0, count);
  const highlight = () => highlightMore(code, beginHighlight(language)).rows;
  const rows = count === 0 ? [] : rememberRows(`${language ?? ''}\n${code.join('\n')}`, highlight);
  return [...rows, ...lines.slice(count).map(plainRow)];
}

/** How many lines from the first on are not too much together. */
function countFitting(lines: readonly string[]): number {
  let chars = 0;
  const end = lines.findIndex((text) => {
    if (text.length <= MAX_LINE_CHARS) chars += text.length;
    return chars > MAX_CHARS;
  });
  return end < 0 ? lines.length : end;
}

/** As highlightLines, for lines behind those that `state` stands for: they are not gone through again. */
export function highlightMore(
  lines: readonly string[],
  state: HighlightState,
): { rows: Row[]; next: HighlightState } {
  const tokenizer = loadedTokenizer();
  let { context } = state;
  if (tokenizer === null || context === null || !tokenizer.knows(state.language))
    return { rows: lines.map(plainRow), next: state };
  const rows: Row[] = [];
  let left = MAX_CHARS;
  const started = process.cpuUsage();
  while (rows.length < lines.length && context !== null) {
    const batch = nextBatch(lines, rows.length);
    const done: Highlighted = highlightBatch(tokenizer, state.language, context, batch);
    rows.push(...done.rows);
    left -= done.chars;
    const isTooMuch = left < 0 || process.cpuUsage(started).user > MAX_WORK;
    context = isTooMuch ? null : done.context;
  }
  rows.push(...lines.slice(rows.length).map(plainRow));
  return { rows, next: { ...state, context } };
}

/** At least one line, and no more than fit into a batch; a line that is too long is one of its own. */
function nextBatch(lines: readonly string[], from: number): readonly string[] {
  let end = from;
  for (let chars = 0; end < lines.length; end += 1) {
    const { length } = lines[end] ?? '';
    chars += length;
    if (end > from && (chars > BATCH_CHARS || length > MAX_LINE_CHARS)) break;
    if (length > MAX_LINE_CHARS) return lines.slice(from, end + 1);
  }
  return lines.slice(from, end);
}

interface Highlighted {
  rows: Row[];
  context: string;
  /** How much of it went through the tokenizer. */
  chars: number;
}

function highlightBatch(
  tokenizer: Tokenizer,
  language: string,
  context: string,
  lines: readonly string[],
): Highlighted {
  const [first = ''] = lines;
  if (first.length > MAX_LINE_CHARS) return { rows: lines.map(plainRow), context, chars: 0 };
  const code = lines.map((text) => `${cleanText(withoutBreak(text)).replaceAll('\n', ' ')}\n`).join('');
  const { tokens, isSettled } = tokenizer.tokenize(context + code, language);
  const rows = rowsOf(tokens).slice(-lines.length - 1, -1);
  return { rows, context: isSettled ? '' : shorten(context + code), chars: code.length };
}

/** The tokens line by line; behind the last line break there is one more row. */
function rowsOf(tokens: readonly Token[]): Row[] {
  const rows: Span[][] = [[]];
  for (const { text, style } of tokens)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) rows.push([]);
      if (part !== '') rows.at(-1)?.push(style === null ? span(part) : span(part, style));
    }
  return rows;
}

/** Cut between lines; what is left out lies within what was open. */
function shorten(context: string): string {
  if (context.length <= CONTEXT_HEAD_CHARS + CONTEXT_TAIL_CHARS) return context;
  const head = context.slice(0, context.lastIndexOf('\n', CONTEXT_HEAD_CHARS) + 1);
  const tail = context.slice(context.indexOf('\n', context.length - CONTEXT_TAIL_CHARS) + 1);
  return head + tail;
}

function plainRow(text: string): Row {
  return [span(withoutBreak(text))];
}

/** Without what is left of a line break of Windows. */
function withoutBreak(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

let loaded: Tokenizer | null = null;

let loading: Promise<void> | null = null;

/** Loads the grammars. Until then all code is plain, so that nothing waits for them. Never rejects. */
export function loadTokenizer(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    const { createTokenizer } = await import('./grammars.ts');
    loaded = createTokenizer();
  } catch {
    // An upgrade has replaced the program's files while it runs: code stays plain.
  }
}

/** The languages, null while they have not been loaded. */
export function loadedTokenizer(): Tokenizer | null {
  return loaded;
}

/** Of the code that is kept, in characters; its rows take some ten times as much. */
const MAX_RECENT_CHARS = 512 * 1024;

/** The newest come last. */
const recent = new Map<string, readonly Row[]>();

let recentChars = 0;

/** The rows of what was highlighted not long ago: a dialog, a panel or a list that grows is drawn again with every key. */
function rememberRows(key: string, highlight: () => readonly Row[]): readonly Row[] {
  const known = recent.get(key);
  const rows = known ?? highlight();
  if (known === undefined) recentChars += key.length;
  recent.delete(key);
  recent.set(key, rows);
  for (const oldest of recent.keys()) {
    if (recentChars <= MAX_RECENT_CHARS) break;
    recentChars -= oldest.length;
    recent.delete(oldest);
  }
  return rows;
}
