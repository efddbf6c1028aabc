import { fitPath, normaliseQuery } from '../../../core/text/fuzzy-path.ts';
import type { CommandValue } from '../../../core/ports/session-commands.ts';
import type { FileMatch } from '../../../core/ports/workspace-files.ts';

/** What was looked up for the draft outside of the screen, and what it was looked up for. */
export interface LookupView {
  /** null while no file is being mentioned. */
  readonly files: { query: string; matches: readonly FileMatch[]; isReading: boolean } | null;
  /** What the path of a shell command may become; null while none is typed. */
  readonly paths: { typed: string; matches: readonly string[] } | null;
  /** What may follow a command, by valuesKey. */
  readonly values: ReadonlyMap<string, readonly CommandValue[]>;
}

/** What the draft wants to be looked up. */
export interface Lookup {
  /** What is typed of a file's name. */
  files: string | null;
  /** The path that is typed in a shell command. */
  path: string | null;
  values: ValuesQuery | null;
}

export interface ValuesQuery {
  command: string;
  /** That stand before the word which is typed. */
  words: readonly string[];
}

export const NOTHING_LOOKED_UP: LookupView = { files: null, paths: null, values: new Map() };

export function valuesKey({ command, words }: ValuesQuery): string {
  return JSON.stringify([command, ...words]);
}

/**
 * The files that fit what is typed. Until they have been looked up, those of the last list that fit it as well: a list must
 * not come and go with every key.
 */
export function matchesFor(typed: string, { files }: LookupView): readonly FileMatch[] {
  if (files === null) return [];
  if (files.query === typed) return files.matches;
  return files.matches.flatMap(({ path }) => {
    const fit = fitPath(normaliseQuery(typed), path);
    return fit === null ? [] : [{ path, positions: fit.positions }];
  });
}
