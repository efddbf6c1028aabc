const CONTEXT_LINES = 2;
const MAX_SHOWN_LINES = 20;
const MAX_LINE_CHARS = 200;
/** Longer texts are not searched for what is like the wanted one. */
const MAX_LINES = 20_000;
/** Less alike than this is another text altogether. */
const LEAST_SHARE = 0.3;

/** That a text does not stand in a file, and what stands there that is most like it, with its lines' numbers. */
export function describeNearest(text: string, wanted: string): string {
  const lines = text.split(/\r?\n/);
  const wantedLines = wanted.split(/\r?\n/).filter((line) => line.trim() !== '');
  const at = lines.length > MAX_LINES ? null : nearestLine(lines, wantedLines);
  if (at === null) return 'That text is not in the file, nor anything like it. Read the file again.';
  const from = Math.max(0, at - CONTEXT_LINES);
  const count = Math.min(MAX_SHOWN_LINES, wantedLines.length + 2 * CONTEXT_LINES);
  const shown = lines
    .slice(from, from + count)
    .map((line, index) => `${from + index + 1}: ${line.slice(0, MAX_LINE_CHARS)}`);
  return `That text is not in the file. What is most like it:\n${shown.join('\n')}`;
}

/** The index of the line at which the window of lines most like the wanted ones begins; null when none is like them. */
function nearestLine(lines: readonly string[], wanted: readonly string[]): number | null {
  const height = Math.max(1, wanted.length);
  const wantedWords = countWords(wanted);
  const total = sum(wantedWords);
  if (total === 0) return null;
  const lineWords = lines.map((line) => countWords([line]));
  let best: { at: number; share: number } | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const window = new Map<string, number>();
    for (const words of lineWords.slice(at, at + height))
      for (const [word, count] of words) window.set(word, (window.get(word) ?? 0) + count);
    let shared = 0;
    for (const [word, count] of wantedWords) shared += Math.min(count, window.get(word) ?? 0);
    const share = (2 * shared) / (total + sum(window));
    if (best === null || share > best.share) best = { at, share };
  }
  return best !== null && best.share >= LEAST_SHARE ? best.at : null;
}

function countWords(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const [word] of line.matchAll(/\w+|[^\s\w]/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
