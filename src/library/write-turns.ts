import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../platform/process-lock.ts';
import { failure } from './library-folder.ts';

/**
 * Makes a function that runs one write to the library after the other, those of other processes too, so that two who write the
 * same at once do not both find it new. It rejects as the write does, or with SimseError('store_failed').
 */
export function createWriteTurns(dir: string): <T>(write: () => Promise<T>) => Promise<T> {
  const folder = join(dir, '.index');
  let before: Promise<unknown> = Promise.resolve();
  const run = async <T>(write: () => Promise<T>): Promise<T> => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw failure('write', folder, error);
    });
    return withLock(folder, 'writer', write);
  };
  return (write) => {
    const done = before.then(() => run(write));
    before = done.catch(() => {});
    return done;
  };
}
