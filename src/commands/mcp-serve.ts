import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import type { McpServerOptions } from '../mcp-server/create-mcp-server.ts';
import { claimStdout } from '../platform/claim-stdout.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from '../session/app-context.ts';
import { createOwnFeatures } from '../session/own-features/own-features.ts';
import { parseListenAddress } from '../session/listen-address.ts';
import { openSessionArchive } from '../session/session-archive.ts';
import { openUserLibrary } from '../session/user-library.ts';

export interface ServeOptions {
  /** `host:port`, either may be missing; without it the server speaks over stdio. */
  http?: string | true;
  /** A file with the token that clients have to show. */
  tokenFile?: string;
  /** false for a server that asks for none. */
  auth: boolean;
  allowHost?: string[];
  allowOrigin?: string[];
}

const MIN_TOKEN_CHARS = 16;

/** `simse mcp serve`: the library, the recorded sessions and what else is asked for, for other agents and editors. */
export async function runMcpServe(app: AppContext, options: ServeOptions): Promise<number> {
  const library = await openUserLibrary(app, true);
  const roots = [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real);
  const server = {
    version: app.version,
    features: createOwnFeatures({ archive: openSessionArchive(app.dirs.dataDir), library, roots }),
    onClientLog: (line: string) => app.log(`mcp client ${line}`),
  };
  try {
    if (options.http === undefined) await serveStdio(app, server);
    else await serveHttp(app, server, options);
  } finally {
    await library[Symbol.asyncDispose]();
  }
  return 0;
}

async function serveStdio({ stdin, signal }: AppContext, server: McpServerOptions): Promise<void> {
  const { serveStdio: serve } = await import('../mcp-server/serve-stdio.ts');
  const claimed = claimStdout();
  await serve({ ...server, stdin, stdout: claimed.stdout, signal });
  claimed.release();
}

async function serveHttp(app: AppContext, server: McpServerOptions, options: ServeOptions): Promise<void> {
  const { serveHttp: serve } = await import('../mcp-server/http/serve-http.ts');
  const address = parseListenAddress(options.http === true ? '' : (options.http ?? ''));
  const token = options.auth ? await tokenFor(app, options.tokenFile) : null;
  const listener = await serve({
    ...server,
    ...address,
    secret: token === null ? null : { type: 'bearer', token },
    allowedHosts: options.allowHost ?? [],
    allowedOrigins: options.allowOrigin ?? [],
  });
  app.note(`serving MCP at ${listener.origin}/mcp`);
  if (token !== null && options.tokenFile === undefined) app.note(`Authorization: Bearer ${token}`);
  await new Promise<void>((ended) => {
    if (app.signal.aborted) ended();
    app.signal.addEventListener('abort', () => ended(), { once: true });
  });
  await listener[Symbol.asyncDispose]();
}

async function tokenFor({ cwd }: AppContext, file: string | undefined): Promise<string> {
  if (file === undefined) return randomBytes(32).toString('base64url');
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SimseError('usage', `Cannot read the token of ${path}: ${messageOf(cause)}`, { cause });
  });
  const token = text.trim();
  if (token.length >= MIN_TOKEN_CHARS && !/\s/.test(token)) return token;
  throw new SimseError(
    'usage',
    `${path} has no token of at least ${MIN_TOKEN_CHARS} characters in one word.`,
  );
}
