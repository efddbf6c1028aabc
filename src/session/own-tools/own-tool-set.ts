import type { Library } from '../../core/library.ts';
import type { OwnTool } from '../../core/own-tool.ts';
import type { AppContext } from '../app-context.ts';
import { openUserLibrary } from '../user-library.ts';

/** Tools of simse's own for a session's agents. Disposing lets go of what they have opened. */
export interface OwnToolSet extends AsyncDisposable {
  load(): Promise<readonly OwnTool[]>;
  /** What agents are told about them. */
  readonly instructions: string;
}

const INSTRUCTIONS =
  'The library_* tools are a memory that all the agents of this user share, across projects. Search it before you ask the user for facts about their projects, and shelve what later sessions should know: decisions, conventions, how something is done.';

/** The library's tools. Neither their code nor the library is loaded before it is needed. */
export function libraryToolSet(app: Pick<AppContext, 'dirs'>): OwnToolSet {
  let opened: Promise<Library> | undefined;
  const open = (): Promise<Library> => (opened ??= openUserLibrary(app, true));
  return {
    instructions: INSTRUCTIONS,
    async load() {
      const { libraryTools } = await import('./library-tools.ts');
      return libraryTools(open);
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}
