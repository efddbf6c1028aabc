import { basename, isAbsolute, resolve } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { isInside } from '../core/gate/workspace-path.ts';
import { quoteCommandLine, splitCommandLine } from '../platform/command-line.ts';
import { type Argv, createPackageFolder, runFromFolder } from '../platform/package-runner.ts';
import type { BackendConfig } from './backend-config.ts';
import { type Environment, expandValues, expandVariables } from './expand-variables.ts';
import type { McpServerConfig, RemoteServerConfig, ServerAuth } from './mcp-server-config.ts';
import { detectTransport, takesScheme } from './mcp-transports.ts';
import type { Origin, Sourced } from './read-layers.ts';

/** A remote server with its variables replaced. Throws SimseError('config') that names `where`, never a value. */
function expandRemote(value: RemoteServerConfig, env: Environment, where: string): RemoteServerConfig {
  const { url, auth } = splitUserinfo(expandVariables(value.url, env, where), where);
  const chosen = value.detected ? detectTransport(url) : { transport: value.transport };
  checkScheme(url, chosen.transport, where);
  return {
    ...value,
    ...chosen,
    url,
    headers: expandValues(value.headers, env, where),
    ...(value.auth === undefined ? auth : { auth: expandValues(value.auth, env, where) }),
    ...(value.headersHelper === undefined
      ? {}
      : { headersHelper: expandWords(value.headersHelper, env, where) }),
  };
}

/** `https://user:password@host`, which no request can be sent to, as the address and what logs in there. */
function splitUserinfo(text: string, where: string): { url: string; auth: { auth?: ServerAuth } } {
  if (!URL.canParse(text)) throw notAnAddress(where);
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { url: text, auth: {} };
  const auth = {
    type: 'basic' as const,
    username: decode(url.username),
    password: decode(url.password),
  };
  url.username = '';
  url.password = '';
  return { url: url.href, auth: { auth } };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A percent sign that was meant as one.
  }
}

/** The text of a url may hold a secret, so the message does not show it. */
function checkScheme(url: string, transport: RemoteServerConfig['transport'], where: string): void {
  const { protocol } = new URL(url);
  if (!/^(?:https?|wss?):$/.test(protocol)) throw notAnAddress(where);
  if (takesScheme(transport, protocol)) return;
  throw new SimseError(
    'config',
    `${where}: "url" is a ${protocol.slice(0, -1)} address, which does not fit the transport "${transport}".`,
  );
}

function notAnAddress(where: string): SimseError {
  return new SimseError('config', `${where}: "url" is not an http, https, ws or wss address.`);
}

/** Word by word, so that no value of a variable becomes two words. */
function expandWords(line: string, env: Environment, where: string): string {
  return quoteCommandLine(splitCommandLine(line).map((word) => expandVariables(word, env, where)));
}

export interface EntryPlace {
  env: Environment;
  /** The directory of the session, from which relative ones count. */
  cwd: string;
  /** simse's own folder, where packages for the user's own entries are looked for, and never in the project. */
  packages: string;
}

/** An entry of a program, with what is started for it where that is not the command itself. */
export type Startable<T> = T & { start?: Argv };

/**
 * A backend as it is to be started: variables replaced, `cwd` and a command that is a path absolute. For use at start time
 * only; the result must not be logged or written. Throws SimseError('config') for a variable that is not set.
 */
export function expandBackend(
  { value, origin }: Sourced<BackendConfig>,
  surroundings: EntryPlace,
): Startable<BackendConfig> {
  const where = `${origin.file}: agent "${value.name}"`;
  return startable(expandProcess(value, where, surroundings), origin, surroundings);
}

/** As expandBackend, for an MCP server. The variables of `requiredEnv` are added to the server's own. */
export function expandMcpServer(
  { value, origin }: Sourced<McpServerConfig>,
  surroundings: EntryPlace,
): Startable<McpServerConfig> {
  const { env } = surroundings;
  const where = `${origin.file}: MCP server "${value.name}"`;
  const own = value.transport === 'stdio' ? value.env : {};
  const required = pickRequired(
    value.requiredEnv.filter((name) => !(name in own)),
    env,
    where,
  );
  if (value.transport === 'stdio') {
    const server = startable(expandProcess(value, where, surroundings), origin, surroundings);
    return { ...server, env: { ...required, ...server.env } };
  }
  const server = expandRemote(value, env, where);
  return server.headersHelper === undefined
    ? server
    : { ...server, headersHelper: startableLine(server.headersHelper, origin, surroundings) };
}

/** What a project's file starts is the project's to find; for all else a project has no say in what its packages are. */
function startable<T extends ProcessEntry>(
  entry: T,
  { scope }: Origin,
  { cwd, packages }: EntryPlace,
): Startable<T> {
  if (scope !== 'project' && isModuleOfPython(entry))
    return { ...entry, env: { PYTHONSAFEPATH: '1', ...entry.env } };
  const isElsewhere = entry.cwd !== undefined && !isInside([cwd], entry.cwd);
  const start = scope === 'project' || isElsewhere ? null : runFromFolder(entry, packages);
  if (start === null) return entry;
  try {
    createPackageFolder(packages);
  } catch (cause) {
    throw new SimseError('config', `The folder ${packages} cannot be made: ${messageOf(cause)}`, { cause });
  }
  return { ...entry, start };
}

/** Python would look for the module, and for all that it imports, where it stands first. */
function isModuleOfPython({ command, args }: ProcessEntry): boolean {
  return /^python[\d.]*$/.test(basename(command)) && args.some((arg) => arg === '-m' || arg === '-c');
}

function startableLine(line: string, origin: Origin, surroundings: EntryPlace): string {
  const [command = '', ...args] = splitCommandLine(line);
  const { start } = startable<ProcessEntry>({ command, args, env: {} }, origin, surroundings);
  return start === undefined ? line : quoteCommandLine([start.command, ...start.args]);
}

interface ProcessEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
}

function expandProcess<T extends ProcessEntry>(
  entry: T,
  where: string,
  { env, cwd }: Pick<EntryPlace, 'env' | 'cwd'>,
): T {
  const own = entry.cwd === undefined ? {} : { cwd: resolve(cwd, expandVariables(entry.cwd, env, where)) };
  return {
    ...entry,
    command: programIn(own.cwd ?? cwd, expandVariables(entry.command, env, where)),
    args: entry.args.map((arg) => expandVariables(arg, env, where)),
    env: expandValues(entry.env, env, where),
    ...own,
  };
}

/** A bare name is looked for on PATH; a path must not mean another program where the process is started elsewhere. */
function programIn(cwd: string, command: string): string {
  const isPath = /[/\\]/.test(command) && (process.platform === 'win32' || command.includes('/'));
  return isPath && !isAbsolute(command) ? resolve(cwd, command) : command;
}

function pickRequired(names: readonly string[], env: Environment, where: string): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name];
      if (value) return [name, value];
      throw new SimseError('config', `${where}: needs the environment variable ${name}, which is not set.`, {
        hint: `Set ${name} before starting simse.`,
      });
    }),
  );
}
