import { indentOf, reindent } from './reindent.ts';

/** A place that is the text in question but for its white space. Offsets are UTF-16. */
export interface LoosePlace {
  start: number;
  end: number;
  /** The new text, indented as the place is. */
  newText: string;
}

interface Line {
  text: string;
  /** With its line break. */
  start: number;
  end: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Where whole lines of `text` are those of `oldText`, however they are indented and spaced. */
export function findLoosely(text: string, oldText: string, newText: string): LoosePlace[] {
  const lines = linesOf(text);
  const old = linesOf(oldText);
  const wanted = trimBlankEnds(old);
  if (wanted.length === 0) return [];
  const keys = lines.map(keyOf);
  const wantedKeys = wanted.map(keyOf);
  const newLines = withoutOuterBlanks(newText, old);
  const places: LoosePlace[] = [];
  for (let index = 0; index + wanted.length <= lines.length; index += 1) {
    if (!wantedKeys.every((key, offset) => keys[index + offset] === key)) continue;
    const found = lines.slice(index, index + wanted.length);
    const start = found[0]?.start ?? 0;
    const end = found.at(-1)?.end ?? 0;
    const indented = reindent(newLines, indentsOf(wanted, found)).join('\n');
    const endsLine = newLines.length > 0 && text[end - 1] === '\n';
    places.push({ start, end, newText: endsLine ? `${indented}\n` : indented });
  }
  return places;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? text.length : at + 1;
    lines.push({ text: text.slice(start, end).replace(/\r?\n$/, ''), start, end });
    start = end;
  }
  return lines;
}

/** What counts of a line. */
function keyOf({ text }: Line): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}

function isBlank(line: Line): boolean {
  return line.text.trim() === '';
}

function trimBlankEnds(lines: readonly Line[]): Line[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, last + 1);
}

/** The lines of the new text, without those blank ones at its ends that the old text has as well: they stay. */
function withoutOuterBlanks(newText: string, old: readonly Line[]): string[] {
  const lines = newText === '' ? [] : newText.replace(/\n$/, '').split('\n');
  const before = old.findIndex((line) => !isBlank(line));
  const after = old.length - 1 - old.findLastIndex((line) => !isBlank(line));
  const from = blanksAtStart(lines, before);
  const rest = lines.slice(from);
  return rest.slice(0, rest.length - blanksAtStart(rest.toReversed(), after));
}

function blanksAtStart(lines: readonly string[], atMost: number): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  return Math.min(first < 0 ? lines.length : first, atMost);
}

/** What stands before the lines in the file for what the model put there. */
function indentsOf(wanted: readonly Line[], found: readonly Line[]): Map<string, string> {
  const indents = new Map<string, string>();
  for (const [index, line] of wanted.entries()) {
    const indent = indentOf(line.text);
    if (!isBlank(line) && !indents.has(indent)) indents.set(indent, indentOf(found[index]?.text ?? ''));
  }
  return indents;
}
