import { isMissing } from '../../core/errors.ts';
import { readTextFile } from '../../tools/read-text.ts';
import { type ChangeLog, textHash } from './change-log.ts';

/** More are not looked at around every command. */
const MAX_FILES = 200;

/**
 * Runs a command, and notes what it does to the files that the session has changed before, so that they can be put back as
 * well. What else it changes nobody knows.
 */
export async function watchCommand<T>(changes: ChangeLog, run: () => Promise<T>): Promise<T> {
  changes.noteCommand();
  const paths = [...changes.known().keys()].slice(-MAX_FILES);
  const before = await Promise.all(paths.map(readNow));
  try {
    return await run();
  } finally {
    const after = await Promise.all(paths.map(readNow));
    for (const [index, path] of paths.entries()) await note(changes, path, before[index], after[index]);
  }
}

/** null for a file that is not there, undefined for one that cannot be kept. */
async function readNow(path: string): Promise<string | null | undefined> {
  return readTextFile(path).catch((error: unknown) => (isMissing(error) ? null : undefined));
}

async function note(
  changes: ChangeLog,
  path: string,
  before: string | null | undefined,
  after: string | null | undefined,
): Promise<void> {
  if (before === undefined || after === undefined || before === after) return;
  // A tool has changed it meanwhile, which has noted that itself.
  if (changes.known().get(path) === (after === null ? null : textHash(after))) return;
  changes.note(path, await changes.keep(before), after, 'command');
}
