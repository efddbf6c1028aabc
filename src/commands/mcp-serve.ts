import { serveStdio } from '../mcp-server/serve-stdio.ts';
import { claimStdout } from '../platform/claim-stdout.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from '../session/app-context.ts';
import { createOwnFeatures } from '../session/own-features/own-features.ts';
import { openSessionArchive } from '../session/session-archive.ts';
import { openUserLibrary } from '../session/user-library.ts';

/** `simse mcp serve`: an MCP server over stdio: the library and the recorded sessions, for other agents and editors. */
export async function runMcpServe(app: AppContext): Promise<number> {
  const { dirs, version, stdin, signal, log } = app;
  const library = await openUserLibrary(app, true);
  const roots = [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real);
  const claimed = claimStdout();
  await serveStdio({
    version,
    stdin,
    stdout: claimed.stdout,
    signal,
    features: createOwnFeatures({ archive: openSessionArchive(dirs.dataDir), library, roots }),
    onClientLog: (line) => log(`mcp client ${line}`),
  });
  claimed.release();
  await library[Symbol.asyncDispose]();
  return 0;
}
