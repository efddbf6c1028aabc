import { cleanText } from '../../core/clean-text.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import { loadedTokenizer, type Token, type Tokenizer } from './tokenizer.ts';

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
const MAX_LINE_CHARS = 1000;
/** What is highlighted of one text at once; the rest of a text that is longer stays plain. */
const MAX_CHARS = 128 * 1024;
/** The tokenizer gets no more than this besides the context, which bounds what a hostile text costs. */
const BATCH_CHARS = 4096;
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
  return highlightMore(lines, beginHighlight(language)).rows;
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
  while (rows.length < lines.length && context !== null) {
    const batch = nextBatch(lines, rows.length);
    left -= batch.reduce((sum, text) => sum + text.length, 0);
    const done: Highlighted = highlightBatch(tokenizer, state.language, context, batch);
    rows.push(...done.rows);
    context = left < 0 ? null : done.context;
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
}

function highlightBatch(
  tokenizer: Tokenizer,
  language: string,
  context: string,
  lines: readonly string[],
): Highlighted {
  const [first = ''] = lines;
  if (first.length > MAX_LINE_CHARS) return { rows: lines.map(plainRow), context };
  const code = lines.map((text) => `${cleanText(text).replaceAll('\n', ' ')}\n`).join('');
  const { tokens, isSettled } = tokenizer.tokenize(context + code, language);
  const rows = rowsOf(tokens).slice(-lines.length - 1, -1);
  return { rows, context: isSettled ? '' : shorten(context + code) };
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
  return [span(text)];
}
