import { resolve } from 'node:path';
import { formatPath } from '../../config/config-problem.ts';
import type { McpEntry } from '../../config/edit-entries.ts';
import { parseMcpServer } from '../../config/parse-mcp-server.ts';
import { findSecrets, hideSecrets } from '../../config/secrets.ts';
import { SimseError } from '../../core/errors.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { splitCommandLine } from '../../platform/command-line.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printDone } from '../shared/print-list.ts';
import type { Scope } from '../shared/subcommand.ts';
import {
  describeEntry,
  fileOfScope,
  hasServer,
  readMcpFiles,
  saveServers,
  shadowNotes,
} from './edit-servers.ts';

/** `simse mcp add <name> …`: writes a server into mcp.json and says which and where. Starts nothing. */
export async function runMcpAdd(
  app: AppContext,
  name: string,
  target: readonly string[],
  options: NewServerOptions & { force: boolean },
): Promise<number> {
  const { scope, force } = options;
  const entry = newServer(name, target, options, app.cwd);
  const layers = await readMcpFiles(app);
  const file = fileOfScope(scope, layers, app);
  const own = layers.find(({ origin }) => origin.file === file);
  if (!force && own !== undefined && hasServer(own, name)) {
    throw new SimseError('usage', `${file} has a server "${name}" already.`, {
      hint: 'Give it another name, or replace that one with --force.',
    });
  }
  await saveServers(app, [entry], { scope, file });
  printDone(app, `Added ${name} to ${file}: ${revealLine(describeEntry(entry))}`, {
    added: { ...hideSecrets(entry), scope, file },
  });
  const notes = [...secretNotes(entry, file), ...shadowNotes(layers, { name, scope, file })];
  for (const note of [...notes, await nextNote(app, entry)]) app.note(note);
  return 0;
}

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
    throw new SimseError('usage', `${args[0]} comes after the URL of the server.`, {
      hint: `Put options such as --header before --.`,
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

function secretNotes(entry: McpEntry, file: string): string[] {
  const names = [...new Set(findSecrets(entry).map((secret) => secret.name))];
  if (names.length === 0) return [];
  return [
    `${names.join(' and ')} ${names.length === 1 ? 'looks' : 'look'} like a secret, which stands in ${file} now.` +
      ` '\${NAME}' in its place would be taken from the environment.`,
  ];
}

async function nextNote({ cwd, env }: AppContext, { name, command }: McpEntry): Promise<string> {
  const isMissing = typeof command === 'string' && (await findExecutable(command, { cwd, env })) === null;
  return isMissing && !command.includes('${')
    ? `There is no program ${command} yet.`
    : `simse mcp status ${name} tries it.`;
}
