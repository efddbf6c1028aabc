import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ResolvedPath } from '../core/gate/gate-request.ts';

/** As the kernel's: links that lead on and on are a loop. */
const MAX_LINKS = 40;

/**
 * A path as it was asked for, made absolute, and as it really is after following every symlink. Works for files that do
 * not exist yet, and follows links whose target does not exist, since writing there would create the target. Never
 * throws: what cannot be looked at is taken by its name.
 */
export function resolvePath(path: string, cwd: string): ResolvedPath {
  const given = resolve(cwd, path);
  return { given, real: followLinks(given, MAX_LINKS) };
}

function followLinks(path: string, linksLeft: number): string {
  const real = realPathOf(path);
  if (real !== null) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = followLinks(parent, linksLeft);
  const target = linkTargetOf(join(realParent, basename(path)));
  if (target === null || linksLeft === 0) return join(realParent, basename(path));
  return followLinks(resolve(realParent, target), linksLeft - 1);
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there, a link to nothing, or out of reach: the caller looks at its parts.
    return null;
  }
}

function linkTargetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link.
    return null;
  }
}
