import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { LazyLibrary } from '../user-library.ts';

/** Tools of simse's own for a session's agents. */
export interface OwnToolSet {
  load(): Promise<readonly OwnTool[]>;
  /** What agents are told about them. */
  readonly instructions: string;
}

const INSTRUCTIONS =
  'The library_* tools are a memory that all the agents of this user share, across projects. Search it before you ask the user for facts about their projects, and shelve what later sessions should know: decisions, conventions, how something is done.';

/** The library's tools. Neither their code nor the library is loaded before it is needed. */
export function libraryToolSet({ open }: Pick<LazyLibrary, 'open'>): OwnToolSet {
  return {
    instructions: INSTRUCTIONS,
    async load() {
      const { libraryTools } = await import('./library-tools.ts');
      return libraryTools(open);
    },
  };
}
