/** A place that is the text in question but for its white space. Offsets are UTF-16. */
interface LoosePlace {
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

/** The blanks and tabs that a line begins with. */
function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Lines with the indentation that stands, in the place where they go, for the one that they have. */
function reindent(lines: readonly string[], indents: ReadonlyMap<string, string>): string[] {
  const known = [...indents].toSorted(([one], [other]) => one.length - other.length);
  const step = stepOf(known);
  return lines.map((line) => {
    const indent = indentOf(line);
    return line.trim() === '' ? line : translate(indent, known, step) + line.slice(indent.length);
  });
}

type Pair = readonly [from: string, to: string];

/** By the deepest known indentation that it continues; one that is shallower than all loses as much there. */
function translate(indent: string, known: readonly Pair[], step: Pair | null): string {
  const base = known.findLast(([from]) => indent.startsWith(from));
  if (base !== undefined) return base[1] + translateRest(indent.slice(base[0].length), step);
  const [[from, to] = ['', '']] = known;
  const less = from.startsWith(indent) ? from.slice(indent.length) : '';
  return less !== '' && to.endsWith(less) ? to.slice(0, to.length - less.length) : indent;
}

/** One step deeper, in the old and in the new way, as two known indentations show it; null when none do. */
function stepOf(known: readonly Pair[]): Pair | null {
  for (const [index, [from, to]] of known.entries()) {
    const [nextFrom, nextTo] = known[index + 1] ?? ['', ''];
    const isStep = nextFrom.startsWith(from) && nextTo.startsWith(to) && nextTo.length > to.length;
    if (isStep) return [nextFrom.slice(from.length), nextTo.slice(to.length)];
  }
  const [[from, to] = ['', '']] = known;
  return from !== '' && to !== '' && from[0] !== to[0] ? [from, to] : null;
}

function translateRest(rest: string, step: Pair | null): string {
  if (step === null || rest.replaceAll(step[0], '') !== '') return rest;
  return step[1].repeat(rest.length / step[0].length);
}
