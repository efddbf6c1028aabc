import type { ResolvedPath } from './gate-request.ts';
import { guardedNames } from './guarded-paths.ts';

/** Windows separators become `/`; a backslash in a POSIX path is part of a name. */
export function withForwardSlashes(path: string): string {
  return isWindowsPath(path) ? path.replaceAll('\\', '/') : path;
}

export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\)/.test(path);
}

function normalise(path: string): string {
  const forward = withForwardSlashes(path);
  return forward.length > 1 && forward.endsWith('/') ? forward.slice(0, -1) : forward;
}

/** Whether a resolved path is one of the roots or below one. */
export function isInside(roots: readonly string[], path: string): boolean {
  return relativeTo(roots, path) !== null;
}

/**
 * The path relative to the first root that holds it (`.` for the root itself), or null outside all of them. Paths are
 * absolute and already resolved; one that still climbs is in no root.
 */
export function relativeTo(roots: readonly string[], path: string): string | null {
  const target = normalise(path);
  if (/\/\.\.(?:\/|$)/.test(target)) return null;
  for (const root of roots.map(normalise)) {
    if (target === root) return '.';
    const prefix = root.endsWith('/') ? root : `${root}/`;
    if (root !== '' && target.startsWith(prefix)) return target.slice(prefix.length);
  }
  return null;
}

/** A path as people want to read it: relative inside the workspace, absolute outside. */
export function displayPath(roots: readonly string[], path: string): string {
  return relativeTo(roots, path) ?? path;
}

/** Files that make other programs run commands, git's and simse's own among them: an edit of these is more than an edit. */
export function isGuarded(path: ResolvedPath): boolean {
  return path.guard !== undefined || namesOf(path).length > 0;
}

/**
 * Whether an allowing rule's pattern may reach a path, which it does into what is guarded only by naming that, and into what is
 * simse's own only by naming the file.
 */
export function reachesGuarded(pattern: string, path: ResolvedPath): boolean {
  const isWhole = !/[*?[{(]/.test(pattern.replace(/\\[^]/g, ''));
  if (path.guard !== undefined && !isWhole) return false;
  const named = guardedNames(pattern.replace(/\\(?=[^\\/])/g, ''));
  return namesOf(path).every((name) => named.includes(name));
}

function namesOf({ real, given }: ResolvedPath): string[] {
  return given === real ? guardedNames(real) : [...guardedNames(real), ...guardedNames(given)];
}
