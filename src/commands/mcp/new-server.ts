import { resolve } from 'node:path';
import type { McpEntry } from '../../config/edit-mcp-entries.ts';
import { formatPath } from '../../config/config-problem.ts';
import { parseMcpServer } from '../../config/parse-mcp-server.ts';
import { SimseError } from '../../core/errors.ts';
import { splitCommandLine } from '../../platform/command-line.ts';
import type { Scope } from './mcp-files.ts';

/** What was typed for a new server, beside its name and what is to be started or reached. */
export interface NewServerOptions {
  scope: Scope;
  transport?: string;
  env: string[];
  header: string[];
  requiredEnv: string[];
  /** Where it is to run. */
  cwd?: string;
  oauthClientId?: string;
}

/**
 * The entry of mcp.json for what somebody typed: a command line, as words or as one text, or an address. Throws
 * SimseError('usage') when it is neither, or when an option does not go with it.
 */
export function newServer(
  name: string,
  target: readonly string[],
  options: NewServerOptions,
  here: string,
): McpEntry {
  const [first = ''] = target;
  const words = target.length === 1 ? splitCommandLine(first) : target;
  const [command = '', ...args] = words;
  if (command === '') throw noTarget(name);
  const isAddress = /^(?:https?|wss?):\/\//i.test(command);
  refuseWrongOptions(options, isAddress);
  if (isAddress && args.length > 0) {
    throw new SimseError('usage', `${args[0]} stands behind the address of the server.`, {
      hint: `Options such as --header go in front of --, or anywhere without it.`,
    });
  }
  const { transport, requiredEnv } = options;
  const entry = {
    name,
    ...(transport === undefined ? {} : { transport }),
    ...(isAddress ? remotePart(command, options) : localPart(command, args, options, here)),
    ...(requiredEnv.length === 0 ? {} : { requiredEnv }),
  };
  return checked(entry);
}

function localPart(
  command: string,
  args: readonly string[],
  { scope, env, cwd }: NewServerOptions,
  here: string,
): Partial<McpEntry> {
  // A path is meant from where it was typed; the user's own file counts everywhere.
  const fromHere = (path: string) => (scope === 'user' ? resolve(here, path) : path);
  return {
    command: /^\.{1,2}[\\/]/.test(command) ? fromHere(command) : command,
    ...(args.length === 0 ? {} : { args: [...args] }),
    ...(env.length === 0 ? {} : { env: Object.fromEntries(env.map((text) => splitAt('--env', text, '='))) }),
    ...(cwd === undefined ? {} : { cwd: fromHere(cwd) }),
  };
}

function remotePart(url: string, { transport, header, oauthClientId }: NewServerOptions): Partial<McpEntry> {
  if (/^wss?:/i.test(url) && transport !== undefined && transport !== 'websocket')
    throw new SimseError(
      'usage',
      `An address with ws or wss is a WebSocket, not a server over ${transport}.`,
    );
  const headers = Object.fromEntries(header.map((text) => splitAt('--header', text, ':')));
  return {
    url,
    ...(header.length === 0 ? {} : { headers }),
    ...(oauthClientId === undefined ? {} : { auth: { type: 'oauth', clientId: oauthClientId } }),
  };
}

function splitAt(option: string, text: string, separator: '=' | ':'): [string, string] {
  const at = text.indexOf(separator);
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const form = separator === '=' ? 'NAME=value' : '"Name: value"';
  throw new SimseError('usage', `${option} ${text} is not understood.`, { hint: `It is ${option} ${form}.` });
}

function refuseWrongOptions(
  { transport, env, header, cwd, oauthClientId }: NewServerOptions,
  isAddress: boolean,
): void {
  if (isAddress) {
    if (env.length > 0 || cwd !== undefined)
      throw new SimseError('usage', '--env and --cwd are for servers that simse starts.', {
        hint: 'This one has an address: --header "Name: value" sends it something.',
      });
    if (transport === 'stdio')
      throw new SimseError('usage', 'A server over stdio is a command, not an address.');
    return;
  }
  if (header.length > 0 || oauthClientId !== undefined)
    throw new SimseError('usage', '--header and --oauth-client-id are for servers with an address.', {
      hint: 'This one is a command: --env NAME=value hands it something.',
    });
  if (transport !== undefined && transport !== 'stdio')
    throw new SimseError('usage', `A server over ${transport} has an address, such as https://host/mcp.`);
}

function noTarget(name: string): SimseError {
  return new SimseError('usage', 'There is no command and no address.', {
    hint: `simse mcp add ${name} -- npx -y some-server, or simse mcp add ${name} https://host/mcp`,
  });
}

function checked(entry: McpEntry): McpEntry {
  const parsed = parseMcpServer({ path: [], value: entry });
  if (parsed.ok) return entry;
  const [problem] = parsed.problems;
  const where = formatPath(problem?.path ?? []);
  throw new SimseError('usage', `This cannot be written: ${where} ${problem?.text ?? ''}.`);
}
