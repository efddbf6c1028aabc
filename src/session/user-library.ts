import { join } from 'node:path';
import type { Library, SessionLibrary } from '../core/ports/library.ts';
import type { AppContext } from './app-context.ts';

/** The user's library, in the data directory. `watch` for a process that lives on. */
export async function openUserLibrary({ dirs }: Pick<AppContext, 'dirs'>, watch: boolean): Promise<Library> {
  const { openLibrary } = await import('../library/open-library.ts');
  return openLibrary({ dir: join(dirs.dataDir, 'library'), watch });
}

/** The user's library for as long as a session is open; not loaded before it is needed. */
export interface LazyLibrary extends AsyncDisposable {
  open(): Promise<Library>;
  /** For the session's front end. */
  readonly port: SessionLibrary;
}

export function lazyUserLibrary(app: Pick<AppContext, 'dirs'>): LazyLibrary {
  let opened: Promise<Library> | undefined;
  const open = (): Promise<Library> => (opened ??= openUserLibrary(app, true));
  return {
    open,
    port: {
      search: async (query) => (await open()).search(query),
      list: async (filter) => (await open()).list(filter),
      topics: async () => (await open()).topics(),
      read: async (id) => (await open()).read(id),
      shelve: async (entry) => (await open()).shelve(entry),
      revise: async (id, changes) => (await open()).revise(id, changes),
      withdraw: async (id) => (await open()).withdraw(id),
      onChange: (listener) => listenWhenOpen(open(), listener),
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}

/** Whoever stops listening before the library is open never hears of a change. */
function listenWhenOpen(opening: Promise<Library>, listener: Parameters<Library['onChange']>[0]): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  opening.then(
    (library) => {
      if (!isStopped) stop = library.onChange(listener);
    },
    () => {
      // Whoever asks it for something is told why it cannot be opened.
    },
  );
  return () => {
    isStopped = true;
    stop?.();
  };
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
