import picomatch from 'picomatch';
import type { ResolvedPath } from './gate-request.ts';
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
