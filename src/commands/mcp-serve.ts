import { INITIAL_STATE, reduce } from '../core/reduce.ts';
import { serveStdio } from '../mcp-server/serve-stdio.ts';
import { claimStdout } from '../platform/claim-stdout.ts';
import type { AppContext } from '../session/app-context.ts';
import { createSessionStore } from '../store/session-store.ts';

/** `simse mcp serve`: an MCP server over stdio with the recorded sessions, for other agents and editors. */
export async function runMcpServe({ dirs, version, stdin, signal }: AppContext): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const claimed = claimStdout();
  await serveStdio({
    version,
    stdin,
    stdout: claimed.stdout,
    signal,
    sessions: {
      list: () => store.list(),
      async read(idPrefix) {
        const { id } = await store.find(idPrefix);
        const { meta, events } = await store.read(id);
        return { summary: meta, entries: events.reduce(reduce, INITIAL_STATE).entries };
      },
    },
  });
  claimed.release();
  return 0;
}
