const CONTEXT_LINES = 2;
const MAX_SHOWN_LINES = 20;
const MAX_LINE_CHARS = 200;
/** Longer texts are not searched for what is like the wanted one. */
const MAX_LINES = 100_000;
/** Of a line, as minified programs have them, as much as is compared. */
const MAX_COMPARED_CHARS = 2000;
/** Less alike than this is another text altogether. */
const LEAST_SHARE = 0.3;

/** That a text does not stand in a file, and what stands there that is most like it, with its lines' numbers. */
export function describeNearest(text: string, wanted: string): string {
  if (text === '') return 'The file is empty; write_file writes it.';
  const lines = text.split(/\r?\n/);
  const wantedLines = wanted.split(/\r?\n/).filter((line) => line.trim() !== '');
  const at = lines.length > MAX_LINES ? null : nearestLine(lines, wantedLines);
  if (at === null && lines.length > MAX_SHOWN_LINES)
    return 'That text is not in the file, nor anything like it. Read the file again.';
  if (at === null) return `That text is not in the file. What is there:\n${numbered(lines, 0)}`;
  const from = Math.max(0, at - CONTEXT_LINES);
  const count = Math.min(MAX_SHOWN_LINES, wantedLines.length + 2 * CONTEXT_LINES);
  return `That text is not in the file. What is most like it:\n${numbered(lines.slice(from, from + count), from)}`;
}

function numbered(lines: readonly string[], before: number): string {
  return lines.map((line, index) => `${before + index + 1}: ${line.slice(0, MAX_LINE_CHARS)}`).join('\n');
}

/** The index of the line at which the window of lines most like the wanted ones begins; null when none is like them. */
function nearestLine(lines: readonly string[], wanted: readonly string[]): number | null {
  const wantedWords = wanted.flatMap(wordsOf);
  if (wantedWords.length === 0) return null;
  const words = lines.map(wordsOf);
  const window = createWindow(wantedWords);
  let best: { at: number; share: number } | null = null;
  for (let at = 0; at < words.length + wanted.length; at += 1) {
    window.add(words[at] ?? []);
    const from = at - wanted.length + 1;
    if (from < 0) continue;
    const share = window.share();
    if (best === null || share > best.share) best = { at: from, share };
    window.remove(words[from] ?? []);
  }
  return best !== null && best.share >= LEAST_SHARE ? best.at : null;
}

/** The words of some lines next to each other, and how many of them are wanted ones. */
function createWindow(wantedWords: readonly string[]) {
  const wanted = new Map<string, number>();
  for (const word of wantedWords) wanted.set(word, (wanted.get(word) ?? 0) + 1);
  const counts = new Map<string, number>();
  let size = 0;
  let shared = 0;
  const countOf = (word: string): number => counts.get(word) ?? 0;
  return {
    add(words: readonly string[]): void {
      for (const word of words) {
        counts.set(word, countOf(word) + 1);
        if (countOf(word) <= (wanted.get(word) ?? 0)) shared += 1;
      }
      size += words.length;
    },
    remove(words: readonly string[]): void {
      for (const word of words) {
        if (countOf(word) <= (wanted.get(word) ?? 0)) shared -= 1;
        counts.set(word, countOf(word) - 1);
      }
      size -= words.length;
    },
    /** From 0 for nothing in common to 1. */
    share: (): number => (2 * shared) / (wantedWords.length + size),
  };
}

function wordsOf(line: string): string[] {
  return line.slice(0, MAX_COMPARED_CHARS).match(/\w+|[^\s\w]/gu) ?? [];
}
