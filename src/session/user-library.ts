import { join } from 'node:path';
import type { Library } from '../core/library.ts';
import type { AppContext } from './app-context.ts';

/** The user's library, in the data directory. `watch` for a process that lives on. */
export async function openUserLibrary({ dirs }: Pick<AppContext, 'dirs'>, watch: boolean): Promise<Library> {
  const { openLibrary } = await import('../library/open-library.ts');
  return openLibrary({ dir: join(dirs.dataDir, 'library'), watch });
}

/** Runs a command on the library, which is closed after it. */
export async function withLibrary(
  app: AppContext,
  use: (library: Library) => Promise<number>,
): Promise<number> {
  const library = await openUserLibrary(app, false);
  try {
    return await use(library);
  } finally {
    await library[Symbol.asyncDispose]();
  }
}
