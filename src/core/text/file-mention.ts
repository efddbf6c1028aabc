/** Lines of a file, counted from 1, both included. */
export interface LineRange {
  from: number;
  to: number;
}

/** One way to read a mention; a file's name may end like a range of lines, or like a sentence. */
interface MentionReading {
  path: string;
  lines: LineRange | null;
}

/** A file or folder that a prompt names, as `@src/cart.ts`, `@"a name.md"` or `@src/cart.ts:10-20`. */
export interface FileMention {
  /** As it was typed. */
  whole: string;
  /** The likeliest first: which one is meant is decided by what is there. */
  readings: MentionReading[];
}

/** Behind a blank or an opening bracket, so that an address of mail is none. A quoted name may have blanks. */
const MENTIONS = /(?<![^\s([{"'])@(?:"([^"\n]+)"(\S*)|([^\s"]\S*))/g;
const PUNCTUATION = /[.,;:!?)\]}"']+$/;
/** `:10`, `:10-20`, `#L10`, `#L10-L20`. */
const LINES = /(?::(\d+)(?:-(\d+))?|#L(\d+)(?:[-:]L?(\d+))?)$/;

/** The mentions of a text, each once, in their order. */
export function findFileMentions(text: string): FileMention[] {
  const found = new Map<string, FileMention>();
  for (const [whole, quoted, behind = '', bare] of text.matchAll(MENTIONS)) {
    const readings = quoted === undefined ? readBare(bare ?? '') : readQuoted(quoted, behind);
    found.set(whole, { whole, readings });
  }
  return [...found.values()];
}

/** A path as it is mentioned. */
export function mentionOf(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}

function readBare(typed: string): MentionReading[] {
  const trimmed = typed.replace(PUNCTUATION, '');
  const texts = trimmed === typed ? [typed] : [typed, trimmed];
  return texts.flatMap((text) => [{ path: text, lines: null }, ...readLines(text)]);
}

function readQuoted(path: string, behind: string): MentionReading[] {
  const [range] = readLines(`${path}${behind.replace(PUNCTUATION, '')}`).filter((one) => one.path === path);
  return [range ?? { path, lines: null }];
}

function readLines(text: string): MentionReading[] {
  const match = LINES.exec(text);
  if (match === null) return [];
  const [range, colon, colonTo, hash, hashTo] = match;
  const from = Number(colon ?? hash);
  const to = Number(colonTo ?? hashTo ?? from);
  const path = text.slice(0, -range.length);
  return path === '' || from < 1 || to < from ? [] : [{ path, lines: { from, to } }];
}

const ENDING = '(?:png|jpe?g|gif|webp)';
/** In quotes, as an address, or with a backslash before each blank: as terminals write a file that is dropped on them. */
const PATHS = new RegExp(
  `(?<=^|\\s)(?:"([^"\\n]+\\.${ENDING})"|'([^'\\n]+\\.${ENDING})'|((?:\\\\[^\\n]|[^\\s"'\\\\@])(?:\\\\[^\\n]|[^\\s"'\\\\])*\\.${ENDING}))(?=[,.;:!?)]*(?:$|\\s))`,
  'gi',
);

/** A path of an image in a text. */
interface ImagePath {
  /** As it was typed. */
  typed: string;
  path: string;
}

/** What looks like paths of images in a text, each once; mentions by `@` are not among them. */
export function findImagePaths(text: string): ImagePath[] {
  const found = new Map<string, ImagePath>();
  for (const [typed, double, single, bare] of text.matchAll(PATHS)) {
    const path = double ?? single ?? unescape(bare ?? '');
    found.set(typed, { typed, path });
  }
  return [...found.values()];
}

/** Windows paths keep their backslashes. */
function unescape(word: string): string {
  const isWindows = /^(?:[A-Za-z]:\\|\\\\)/.test(word);
  const path = isWindows ? word : word.replace(/\\(.)/g, '$1');
  return /^file:\/\//i.test(path) ? pathOfAddress(path) : path;
}

function pathOfAddress(address: string): string {
  try {
    const { pathname } = new URL(address);
    return decodeURIComponent(/^\/[A-Za-z]:/.test(pathname) ? pathname.slice(1) : pathname);
  } catch {
    // No address after all.
    return address;
  }
}
