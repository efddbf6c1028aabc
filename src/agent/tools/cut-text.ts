const ANSWER_CHARS = 32_000;
const HEAD_CHARS = 20_000;
const TAIL_CHARS = 10_000;

/** A tool's answer as a model gets it: of a very long one the beginning and the end, cut between lines where there are some. */
export function fitAnswer(text: string): string {
  if (text.length <= ANSWER_CHARS) return text;
  const head = cutBack(text.slice(0, HEAD_CHARS));
  const tail = cutFront(text.slice(-TAIL_CHARS));
  const left = text.length - head.length - tail.length;
  const note = `[… ${left} characters are left out here. To see them, ask for less at a time, or have a command write to a file and read parts of it. …]`;
  return `${head}\n${note}\n${tail}`;
}

function cutBack(text: string): string {
  const at = text.lastIndexOf('\n');
  return at < text.length / 2 ? text : text.slice(0, at);
}

function cutFront(text: string): string {
  const at = text.indexOf('\n');
  return at < 0 || at > text.length / 2 ? text : text.slice(at + 1);
}

export const MAX_LINES = 2000;
const MAX_LINE_CHARS = 2000;
/** Of one answer, about what four dense pages have. */
const PART_CHARS = 30_000;

/** Some lines of a text, as many as a model gets at once. */
interface CutText {
  text: string;
  lines: number;
  /** How many of them are shortened. */
  shortened: number;
  /** Whether lines after them are left out. */
  hasMore: boolean;
}

/** The first lines of a text: at most this many, and 30,000 characters of them. Very long lines lose their ends. */
export function cutText(text: string, limit: number): CutText {
  const all = text === '' ? [] : text.split(/(?<=\n)/);
  const cut: CutText = { text: '', lines: 0, shortened: 0, hasMore: false };
  for (const line of all) {
    const shown = shortenLine(line);
    if (cut.lines === limit || cut.text.length + shown.length > PART_CHARS) return { ...cut, hasMore: true };
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

/** A text of at most this many characters: of a longer one its beginning and, since that is newer, twice as much of its end. */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = Math.floor(maxChars / 3);
  const tail = Math.max(0, maxChars - head);
  const left = text.length - head - tail;
  return `${text.slice(0, head)}\n[… ${left} characters are left out here …]\n${text.slice(text.length - tail)}`;
}
