/** The blanks and tabs that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Lines with the indentation that stands, in the place where they go, for the one that they have. */
export function reindent(lines: readonly string[], indents: ReadonlyMap<string, string>): string[] {
  const known = [...indents].toSorted(([one], [other]) => one.length - other.length);
  const step = stepOf(known);
  return lines.map((line) => {
    const indent = indentOf(line);
    return line.trim() === '' ? line : translate(indent, known, step) + line.slice(indent.length);
  });
}

type Pair = readonly [from: string, to: string];

/** By the deepest known indentation that it goes on from; one that is less deep than all loses as much there. */
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
