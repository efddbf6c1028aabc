import { basename, dirname } from 'node:path';
import picomatch from 'picomatch';

export interface SplitGlob {
  /** The part before the first wildcard: where to look. `.` when there is none. */
  folder: string;
  /** What to match in there. */
  glob: string;
  /** A pattern without `/` is looked for in every folder below, as with `find -name`. */
  anyDepth: boolean;
}

/** Splits a glob into the folder to walk and what to match in it, so that only that folder is walked. */
export function splitGlob(pattern: string): SplitGlob {
  if (!pattern.includes('/')) return { folder: '.', glob: pattern, anyDepth: true };
  const { base, glob, isGlob } = picomatch.scan(pattern);
  if (!isGlob) return { folder: dirname(pattern), glob: basename(pattern), anyDepth: false };
  return { folder: base === '' ? '.' : base, glob, anyDepth: false };
}
