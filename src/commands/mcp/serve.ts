import type { Writable } from 'node:stream';
import { aborted } from '../../core/abort.ts';
import { SimseError } from '../../core/errors.ts';
import type { OwnServerOptions } from '../../mcp-server/own-server.ts';
import { claimStdout } from '../../platform/process-context.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../../session/app-context.ts';
import { openSessionArchive } from '../../session/records/session-archive.ts';
import { createOwnFeatures } from '../../session/served/own-features.ts';
import { mayAskAgent, openServedTools } from '../../session/served/served-tools.ts';
import { openUserLibrary } from '../../session/user-library.ts';
import { createServerSecret, type SecretOptions } from './server-secret.ts';

export interface ServeOptions extends SecretOptions {
  /** `host:port`, either may be missing; without it the server speaks over stdio. */
  http?: string | true;
  /** Whether clients may have agents work for them; where it is not said, over stdio only. */
  askAgent?: boolean;
  /** Which tools of the user's MCP servers clients get, as `files/*`. */
  expose?: string[];
  /** Whether other machines may do without a secret as well. */
  dangerouslyAllowUnauthenticated?: boolean;
  allowHost?: string[];
  allowOrigin?: string[];
  /** Also serve the two older ways over event streams. */
  sseMessage?: boolean;
  /** Messages a second of one client of the message API. */
  rateLimit: number;
}

/** `simse mcp serve`: the library, the recorded sessions and what else is asked for, for other agents and editors. */
export async function runMcpServe(app: AppContext, options: ServeOptions): Promise<number> {
  if (options.http === undefined) refuseHttpOptions(options);
  // Before anything is loaded or started that could print.
  const stdout = options.http === undefined ? claimStdout() : null;
  const roots = [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real);
  const { expose = [] } = options;
  await using library = await openUserLibrary(app, true);
  await using more = await openServedTools(app, { roots, expose, askAgent: mayAskAgent(options) });
  const archive = openSessionArchive(app.dirs.dataDir);
  const server = {
    version: app.version,
    features: createOwnFeatures({ archive, library, roots, more }),
    onClientLog: (line: string) => app.log(`mcp client ${line}`),
  };
  if (stdout !== null) await serveStdio(app, server, stdout);
  else await serveHttp(app, server, options);
  return 0;
}

const DEFAULT_HOST = '127.0.0.1';

const DEFAULT_PORT = 7357;

const MAX_PORT = 65_535;

/** `[::1]:80`, `host:80`, `host`, `:80`. */
const ADDRESS = /^(?:\[([0-9a-f:]+)\]|([^:[\]\s]*))(?::(\d+))?$/i;

/** `host:port`, of which either may be missing, as an address to listen on. Throws SimseError('usage'). */
export function parseListenAddress(text: string): { host: string; port: number } {
  const isPort = /^\d+$/.test(text);
  const match = ADDRESS.exec(isPort ? `:${text}` : text);
  const port = Number(match?.[3] ?? DEFAULT_PORT);
  if (match !== null && port <= MAX_PORT) return { host: match[1] ?? (match[2] || DEFAULT_HOST), port };
  throw new SimseError('usage', `"${text}" is not an address to listen on.`, {
    hint: 'It is host:port, as 127.0.0.1:7357 or [::1]:7357; port 0 takes any that is free.',
  });
}

/** Whoever protects a server with them would have none over HTTP, and not know. */
function refuseHttpOptions({ auth, tokenFile, basicUser, passwordFile, ...options }: ServeOptions): void {
  const given = [
    ['--token-file', tokenFile],
    ['--basic-user', basicUser],
    ['--password-file', passwordFile],
    ['--no-auth', auth ? undefined : true],
    ['--dangerously-allow-unauthenticated', options.dangerouslyAllowUnauthenticated],
    ['--allow-host', options.allowHost],
    ['--allow-origin', options.allowOrigin],
  ].find(([, value]) => value !== undefined);
  if (given === undefined) return;
  throw new SimseError('usage', `${String(given[0])} is for a server over HTTP.`, {
    hint: '--http [host:port] makes it one.',
  });
}

async function serveStdio(
  { stdin, signal, note }: AppContext,
  server: OwnServerOptions,
  stdout: Writable,
): Promise<void> {
  // Somebody who types would wait for something to happen.
  if (stdin.isTTY === true)
    note('speaking MCP on stdin and stdout, for a program that starts it; --http serves it at an address.');
  const { serveStdio: serve } = await import('../../mcp-server/serve-stdio.ts');
  await serve({ ...server, stdin, stdout, signal });
}

async function serveHttp(app: AppContext, server: OwnServerOptions, options: ServeOptions): Promise<void> {
  const { serveHttp: serve } = await import('../../mcp-server/http/serve-http.ts');
  const { secret, news } = await createServerSecret(options, app.cwd);
  const { allowHost = [], allowOrigin = [], sseMessage = false, rateLimit } = options;
  const { dangerouslyAllowUnauthenticated: allowsAnyone = false } = options;
  const listener = await serve({
    ...server,
    ...parseListenAddress(options.http === true ? '' : (options.http ?? '')),
    secret,
    allowsAnyone,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    ...(sseMessage ? { sseMessage: { rateLimit } } : {}),
  });
  app.note(`serving MCP at ${listener.origin}/mcp`);
  if (sseMessage) {
    app.note(`serving HTTP+SSE at ${listener.origin}/sse`);
    app.note(`serving the message API at ${listener.origin}/_plugins/_ml/mcp/sse`);
  }
  if (listener.isOpen) app.note(`it answers to ${listener.names.join(', ')}; --allow-host adds a name.`);
  if (listener.isOpen && secret === null)
    app.note('it asks for no secret: anyone who reaches it can use it.');
  if (news !== undefined) app.note(news);
  await aborted(app.signal);
  await listener[Symbol.asyncDispose]();
}
