const ENDING = '(?:png|jpe?g|gif|webp)';
/** In quotes, as an address, or with a backslash before each blank: as terminals write a file that is dropped on them. */
const PATHS = new RegExp(
  `(?<=^|\\s)(?:"([^"\\n]+\\.${ENDING})"|'([^'\\n]+\\.${ENDING})'|((?:\\\\[^\\n]|[^\\s"'\\\\@])(?:\\\\[^\\n]|[^\\s"'\\\\])*\\.${ENDING}))(?=[,.;:!?)]*(?:$|\\s))`,
  'gi',
);

/** A path of an image in a text. */
export interface ImagePath {
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
