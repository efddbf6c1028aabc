export const MAX_LINES = 2000;
const MAX_LINE_CHARS = 2000;
/** Of one answer, about what four dense pages have. */
const MAX_CHARS = 30_000;

/** Some lines of a text, as many as a model gets at once. */
export interface CutText {
  text: string;
  lines: number;
  /** How many of them are shortened. */
  shortened: number;
  /** Whether lines after them are left out. */
  hasMore: boolean;
}

/** The first lines of a text: at most so many, and 30,000 characters of them. Very long lines lose their ends. */
export function cutText(text: string, limit: number): CutText {
  const all = text === '' ? [] : text.split(/(?<=\n)/);
  const cut: CutText = { text: '', lines: 0, shortened: 0, hasMore: false };
  for (const line of all) {
    const shown = shortenLine(line);
    if (cut.lines === limit || cut.text.length + shown.length > MAX_CHARS) return { ...cut, hasMore: true };
    cut.text += shown;
    cut.lines += 1;
    cut.shortened += shown === line ? 0 : 1;
  }
  return cut;
}

function shortenLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const left = line.trimEnd().length - MAX_LINE_CHARS;
  return left <= 0
    ? line
    : `${line.slice(0, MAX_LINE_CHARS)}[… ${left} more characters]${line.endsWith('\n') ? '\n' : ''}`;
}
