import type { MarkedToken, Token } from 'marked';
import { linked, type Row, restyle, span } from '../../draw/span.ts';

const LINE_BREAK = /^<br\s*\/?>$/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Text within a block as lines of spans. Every line break is kept: what agents write in lines is meant in lines. */
export function inlineLines(tokens: readonly Token[] | undefined): Row[] {
  const lines: Row[] = [[]];
  for (const token of tokens ?? []) {
    const [first = [], ...more] = tokenLines(token as MarkedToken);
    lines.push([...(lines.pop() ?? []), ...first], ...more);
  }
  return lines;
}

/** As inlineLines, on one line. */
export function inlineSpans(tokens: readonly Token[] | undefined): Row {
  return inlineLines(tokens).reduce((row, next) => [...row, span(' '), ...next]);
}

function tokenLines(token: MarkedToken): Row[] {
  switch (token.type) {
    case 'strong':
      return inlineLines(token.tokens).map((row) => restyle(row, 'strong'));
    case 'em':
      return inlineLines(token.tokens).map((row) => restyle(row, 'emphasis'));
    case 'del':
      return inlineLines(token.tokens).map((row) => restyle(row, 'struck'));
    case 'codespan':
      return [[span(token.text, 'code')]];
    case 'link':
      if (isFootnote(token.raw)) return [[span(token.raw)]];
      return [linkSpans(inlineSpans(token.tokens), token.text, token.href)];
    case 'image':
      return [linkSpans([span(token.text)], token.text, token.href)];
    case 'br':
      return [[], []];
    case 'text':
      if (token.tokens !== undefined) return inlineLines(token.tokens);
      return decodeEntities(token.text)
        .split('\n')
        .map((text) => [span(text)]);
    case 'escape':
      return [[span(token.text)]];
    case 'checkbox':
      return [];
    case 'html':
      return LINE_BREAK.test(token.raw) ? [[], []] : [[span(token.raw)]];
    default:
      return [[span(token.raw)]];
  }
}

/** Footnotes are no part of what is read here: left as they are, they say most. */
export function isFootnote(raw: string): boolean {
  return raw.startsWith('[^');
}

/** The address always stands there to be seen: a text alone could name another one than it leads to. */
function linkSpans(label: Row, text: string, href: string): Row {
  const target = href.replace(/^mailto:/, '');
  if (target === text || text === '') return linked([span(target, 'underline')], href);
  return linked([...restyle(label, 'underline'), span(` (${href})`, 'dim')], href);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
