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

/** Where whole lines of `text` are those of `oldText`, however they are indented and spaced. */
export function findLoosely(text: string, oldText: string, newText: string): LoosePlace[] {
  const lines = linesOf(text);
  const wanted = trimBlankEnds(linesOf(oldText));
  const [firstWanted] = wanted;
  if (firstWanted === undefined) return [];
  const keys = lines.map(keyOf);
  const wantedKeys = wanted.map(keyOf);
  const places: LoosePlace[] = [];
  for (let index = 0; index + wanted.length <= lines.length; index += 1) {
    if (!wantedKeys.every((key, offset) => keys[index + offset] === key)) continue;
    const first = lines[index];
    const last = lines[index + wanted.length - 1];
    if (first === undefined || last === undefined) continue;
    const replaced = reindent(newText, indentOf(firstWanted.text), indentOf(first.text));
    places.push({
      start: first.start,
      end: last.end,
      newText: endLike(replaced, text.slice(first.start, last.end)),
    });
  }
  return places;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? text.length : at + 1;
    lines.push({ text: text.slice(start, end).replace(/\r?\n$/, ''), start, end });
    start = end;
  }
  return lines;
}

/** What counts of a line. */
function keyOf({ text }: Line): string {
  return text.trim().replace(/\s+/g, ' ');
}

function trimBlankEnds(lines: readonly Line[]): Line[] {
  const first = lines.findIndex((line) => keyOf(line) !== '');
  const last = lines.findLastIndex((line) => keyOf(line) !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? '';
}

/** The lines of a text that begins at one indentation, moved to another. */
function reindent(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text
    .split('\n')
    .map((line) => (line.startsWith(from) && line.trim() !== '' ? to + line.slice(from.length) : line))
    .join('\n');
}

/** Ends with a line break exactly if the place does, since whole lines are replaced. */
function endLike(text: string, place: string): string {
  const lineBreak = /\r?\n$/.exec(place)?.[0] ?? '';
  const bare = text.replace(/(?:\r?\n)+$/, '');
  return bare === '' ? '' : bare + lineBreak;
}
