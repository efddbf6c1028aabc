import picomatch from 'picomatch';
import { isRecord } from '../json.ts';
import type { ResolvedPath } from './gate-request.ts';
import { matchesPattern } from './permission-rule.ts';
import { relativeTo, withForwardSlashes } from './workspace-path.ts';

/** A path or a name in it longer than any in use: it is not held against globs, which are not linear. */
const OVERLONG_PATH = /^[^]{1025}|[^\\/]{256}/;

/**
 * Whether an allowing rule's path pattern covers a path, as it really is. A relative pattern covers only what lies in
 * the workspace.
 */
export function coversPath(pattern: string, path: ResolvedPath, roots: readonly string[]): boolean {
  if (OVERLONG_PATH.test(path.real)) return false;
  const fits = globOf(pattern, 's');
  const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(pattern);
  return (isAbsolute ? [withForwardSlashes(path.real)] : relatives(path.real, roots)).some(fits);
}

/**
 * Whether a denying rule's path pattern touches a path, as it was given or as it really is. The pattern of a folder
 * touches everything below it, a lone `*` so everything; case does not count, since it does not on every file system.
 */
export function touchesPath(pattern: string, path: ResolvedPath, roots: readonly string[]): boolean {
  const texts = [path.real, path.given].flatMap((text) => [
    withForwardSlashes(text),
    ...relatives(text, roots),
  ]);
  if (texts.some((text) => OVERLONG_PATH.test(text))) return true;
  const globs = [pattern, `${pattern.replace(/\/+$/, '')}/**`].map((glob) => globOf(glob, 'si'));
  return texts.some((text) => globs.some((fits) => fits(text)));
}

function globOf(pattern: string, flags: string): (text: string) => boolean {
  const options = { dot: true, nonegate: true, windows: false, flags };
  const fits = picomatch(oneSlashFirst(pattern.replace(/^\.\/(?=.)/, '')), options);
  return (text) => fits(oneSlashFirst(text));
}

/** Some write `//etc` for the absolute path; two slashes are also how Windows names another machine. */
function oneSlashFirst(path: string): string {
  return path.replace(/^\/{2,}/, '/');
}

/** A path relative to every root that holds it. */
function relatives(path: string, roots: readonly string[]): string[] {
  return roots.flatMap((root) => relativeTo([root], path) ?? []);
}

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
