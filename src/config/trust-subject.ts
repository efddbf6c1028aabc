import { createHash } from 'node:crypto';
import { isRecord } from '../core/json.ts';
import { revealText } from '../core/text/reveal-text.ts';
import { homeFolder } from '../platform/app-dirs.ts';
import { quoteCommandLine, quoteWord, splitCommandLine } from '../platform/command-line.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { BackendConfig } from './backend-config.ts';
import { isDecidedByProject } from './decided-by-project.ts';
import type { Config } from './load-config.ts';
import type { McpServerConfig, RemoteServerConfig } from './mcp-server-config.ts';
import { eachGrant, type Grant, type Grants } from './project-grants.ts';
import type { Origin, Sourced } from './read-layers.ts';

/** Something in a project's file that runs code, reaches out or allows more, and therefore waits for the user's word. */
export interface TrustSubject {
  kind: 'backend' | 'mcp_server' | 'permissions';
  /** For people; trust is bound to the hash alone. */
  name: string;
  file: string;
  /** All that would run or be allowed, uncut, variables as they are written, nothing invisible in it. */
  summary: string;
  hash: string;
  /** Of permissions: the one that is granted. Each is trusted by itself. */
  grant?: Grant;
}

type Described = Pick<TrustSubject, 'kind' | 'name' | 'summary' | 'grant'> & { parts: unknown[] };

/** What is said of an entry of the user's own that means something else in every project. */
const DECIDED_HERE = 'your own entry, but this project decides what that runs';

/** What has to be trusted before this backend and the enabled MCP servers may start, and before `grants` may apply. */
export function trustSubjects(
  config: Pick<Config, 'cwd' | 'mcpServers' | 'grants'>,
  backend: Sourced<BackendConfig> | null,
): TrustSubject[] {
  const place = { cwd: config.cwd, home: homeFolder() };
  const isDecided = ({ value, origin }: Sourced<BackendConfig | McpServerConfig>): boolean => {
    const program = programOf(value);
    return origin.scope === 'user' && program !== null && isDecidedByProject(program, place);
  };
  const servers = config.mcpServers.filter(({ value }) => value.enabled);
  const entries = [
    ...(backend === null
      ? []
      : [{ ...backend, described: describeBackend(backend.value), isOwn: isDecided(backend) }]),
    ...servers.map((server) => ({
      ...server,
      described: describeMcpServer(server.value),
      isOwn: isDecided(server),
    })),
    ...describeGrants(config.grants).map((grant) => ({ ...grant, isOwn: false })),
  ];
  const project = resolvePath('.', config.cwd).real;
  // What is named on the command line needs no question, nor what the user's own files say, as far as they do say it.
  return entries
    .filter(({ origin, isOwn }) => origin.scope === 'project' || isOwn)
    .map(({ described: { parts, summary, ...described }, origin, isOwn }) => ({
      ...described,
      file: origin.file,
      summary: visible(isOwn ? `${summary} (${DECIDED_HERE})` : summary),
      hash: hashOf([...(isOwn ? ['own'] : []), described.kind, project, ...parts]),
    }));
}

/** What is started for an entry; null for a server that is only reached. */
function programOf(entry: BackendConfig | McpServerConfig): Parameters<typeof isDecidedByProject>[0] | null {
  if ('command' in entry) return entry;
  if (entry.headersHelper === undefined) return null;
  const [command = '', ...args] = splitCommandLine(entry.headersHelper);
  return { command, args };
}

/** MCP servers without simse's gate, or keys for the commands of a model: that is more than its command. */
function describeBackend({ name, mcp, commandKeys = [], ...process }: BackendConfig): Described {
  const { summary, parts } = describeProcess(process);
  const more = [
    ...(mcp === 'direct' ? [{ words: "with your MCP servers past simse's gate", part: mcp }] : []),
    ...(commandKeys.length === 0
      ? []
      : [{ words: `whose commands get ${commandKeys.join(', ')}`, part: commandKeys }]),
  ];
  return {
    kind: 'backend',
    name,
    summary: [summary, ...more.map(({ words }) => words)].join(', '),
    parts: [...parts, ...more.map(({ part }) => part)],
  };
}

/** By its name rules allow what it offers, and it takes the place of the user's own of that name. */
function describeMcpServer({ name, requiredEnv, ...server }: McpServerConfig): Described {
  const required = Object.fromEntries(requiredEnv.map((variable) => [variable, `\${${variable}}`]));
  const described =
    server.transport === 'stdio'
      ? describeProcess({ ...server, env: { ...required, ...server.env } })
      : describeRemote(server, required);
  return { kind: 'mcp_server', name, ...described, parts: [...described.parts, name] };
}

function describeRemote(
  { transport, url, headers, auth, headersHelper }: Omit<RemoteServerConfig, 'name' | 'requiredEnv'>,
  required: Record<string, string>,
): Pick<Described, 'summary' | 'parts'> {
  const sent = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const fields = flatFields(auth ?? {});
  const proof = fields.map(([field, value]) => `${field}=${quoteWord(value)}`);
  const helper = headersHelper === undefined ? null : describeHelper(headersHelper, required);
  return {
    summary: [
      url,
      ...sent,
      ...(auth === undefined ? [] : [`auth ${proof.join(' ')}`]),
      ...(helper === null ? [] : [`headers from ${helper.summary}`]),
    ].join(', '),
    parts: [transport, url, sorted(headers), fields, helper?.parts ?? null],
  };
}

function describeHelper(line: string, env: Record<string, string>): Pick<Described, 'summary' | 'parts'> {
  const [command = '', ...args] = splitCommandLine(line);
  return describeProcess({ command, args, env });
}

/** Everything an object holds, one line each and in one order, as `outer.inner`. */
function flatFields(values: object, prefix = ''): [string, string][] {
  const fields = Object.entries(values).flatMap(([key, value]): [string, string][] =>
    isRecord(value)
      ? flatFields(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  return sorted(Object.fromEntries(fields));
}

function describeProcess({
  command,
  args,
  env,
  cwd,
}: Pick<BackendConfig, 'command' | 'args' | 'env' | 'cwd'>): Pick<Described, 'summary' | 'parts'> {
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${quoteWord(value)}`);
  const line = [...variables, quoteCommandLine([command, ...args])].join(' ');
  return { summary: cwd ? `${line} (in ${cwd})` : line, parts: [command, args, cwd ?? null, sorted(env)] };
}

function describeGrants(grants: Sourced<Grants> | null): { described: Described; origin: Origin }[] {
  if (grants === null) return [];
  return eachGrant(grants.value).map((grant) => {
    const summary = 'rule' in grant ? `allow ${grant.rule}` : `permission mode ${grant.permissionMode}`;
    const described = { kind: 'permissions', name: 'permissions', summary, grant } as const;
    return { described: { ...described, parts: [grant] }, origin: grants.origin };
  });
}

function sorted(values: Record<string, string>): [string, string][] {
  return Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
}

function hashOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Line breaks are written out as well, so that a command shows all it has. */
function visible(line: string): string {
  return revealText(line).replaceAll('\n', '\\u{a}');
}
