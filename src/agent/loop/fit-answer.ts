const MAX_CHARS = 32_000;
const HEAD_CHARS = 20_000;
const TAIL_CHARS = 10_000;

/** A tool's answer as a model gets it: of a very long one the beginning and the end, cut between lines where there are some. */
export function fitAnswer(text: string): string {
  if (text.length <= MAX_CHARS) return text;
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
