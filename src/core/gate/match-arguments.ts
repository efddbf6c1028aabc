import { isRecord } from '../json.ts';
import { matchesPattern } from './permission-rule.ts';

const MAX_PATH_CHARS = 4096;

/** Whether an allowing rule's argument pattern covers all that a tool is called with: every text, none of which climbs. */
export function coversArguments(pattern: string, args: unknown): boolean {
  const texts = textsIn(args);
  return texts.length > 0 && texts.every((text) => !climbs(text) && matchesPattern(pattern, text));
}

/** Whether a denying rule's argument pattern touches any text that a tool is called with, in any spelling of a path. */
export function touchesArguments(pattern: string, args: unknown): boolean {
  return textsIn(args).some(
    (text) => matchesPattern(pattern, text) || matchesPattern(pattern, tidyPath(text)),
  );
}

/** Every text in a value of any depth, and every key that is more than a name, as in `{ "/etc/passwd": … }`. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (isRecord(next)) {
      for (const [key, item] of Object.entries(next)) left.push(/^[\w$-]*$/.test(key) ? null : key, item);
    }
  }
  return texts;
}

function decodeDots(text: string): string {
  return text.replace(/%2e/gi, '.').replace(/%(?:2f|5c)/gi, '/');
}

/** Whether a text has a `..` of its own; `main..topic` has not. */
function climbs(text: string): boolean {
  return /(?:^|[^\w.])\.\.(?:[^\w.]|$)/.test(decodeDots(text));
}

/** A path without `file://`, `.`, `..` and doubled slashes; a text that is no path as it is. */
function tidyPath(text: string): string {
  if (text.length > MAX_PATH_CHARS || !/[\\/]/.test(text)) return text;
  const path = decodeDots(text).replace(/^file:\/\/(?:localhost)?/i, '');
  const segments: string[] = [];
  for (const segment of path.split(/[\\/]+/)) {
    if (segment === '..' && segments.at(-1) !== '') segments.pop();
    else if (segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.join('/');
}
