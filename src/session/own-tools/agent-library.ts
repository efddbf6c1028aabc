import type { LibraryEntry, LibraryHit } from '../../core/ports/library.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { AppContext } from '../app-context.ts';
import { lazyUserLibrary } from '../user-library.ts';
import { libraryToolSet } from './own-tool-set.ts';

/** The user's library as simse's own agent has it, which is another process and knows nothing of where it lies. */
export interface LibraryForAgent extends AsyncDisposable {
  tools(): Promise<readonly OwnTool[]>;
  readonly instructions: string;
  /** Best first. */
  search(text: string, limit: number): Promise<LibraryHit[]>;
  read(id: string): Promise<LibraryEntry>;
}

/** Opened with the first search or call. */
export function agentLibrary(app: Pick<AppContext, 'dirs'>): LibraryForAgent {
  const library = lazyUserLibrary(app);
  const { load, instructions } = libraryToolSet(library);
  return {
    tools: load,
    instructions,
    search: (text, limit) => library.port.search({ text, limit }),
    read: (id) => library.port.read(id),
    [Symbol.asyncDispose]: () => library[Symbol.asyncDispose](),
  };
}
