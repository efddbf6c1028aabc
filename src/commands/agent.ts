import { runAgent } from '../agent/run-agent.ts';
import { loadModelSettings } from '../config/load-settings.ts';
import type { LibraryEntry, LibraryHit } from '../core/ports/library.ts';
import type { OwnTool } from '../core/ports/own-tool.ts';
import type { AppContext } from '../session/app-context.ts';
import { libraryToolSet } from '../session/own-tools/own-catalogue.ts';
import { lazyUserLibrary } from '../session/user-library.ts';
import { modelSettings } from './agents/user-models.ts';

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

/** `simse agent`: the built-in backend, for simse itself and for any other ACP client. */
export async function runAgentCommand(app: AppContext): Promise<number> {
  const { stdin, stdout, version, env, dirs, signal } = app;
  const models = modelSettings(app, await loadModelSettings(dirs.configDir));
  await using library = agentLibrary(app);
  await runAgent({ stdin, stdout, version, env, models, library, dataDir: dirs.dataDir, signal });
  return 0;
}
