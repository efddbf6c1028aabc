import { isRecord } from '../../core/json.ts';
import type { Checked } from '../config-problem.ts';
import { TRANSPORT_ALIASES } from '../mcp-transports.ts';
import { parseConfigText } from '../read-config-file.ts';
import {
  type ForeignServer,
  isOff,
  listOrNothing,
  millisecondsIn,
  oauthIn,
  type ParseForeign,
  serversOf,
  textsIn,
  timeIn,
  unusable,
  wordsIn,
} from './foreign-server.ts';

/** A file with `{"mcpServers": {…}}`, as of Claude Desktop, Cursor, Windsurf and Gemini. */
export const parseMcpServers: ParseForeign = (text) => readServers(text, (root) => root['mcpServers']);

/** As parseMcpServers; the file may also be the map itself. */
export const parseProjectServers: ParseForeign = (text) =>
  readServers(text, (root) => ('mcpServers' in root ? root['mcpServers'] : root));

/** Claude Code's own file: the servers of everywhere, and of each project by its path, which beat those. */
export const parseClaudeState: ParseForeign = (text, { project }) =>
  readServers(text, (root) => {
    const projects = isRecord(root['projects']) ? root['projects'] : {};
    const own = isRecord(projects[project]) ? projects[project] : {};
    const off = Array.isArray(own['disabledMcpServers']) ? own['disabledMcpServers'] : [];
    const servers = serversOf({ ...asRecord(root['mcpServers']), ...asRecord(own['mcpServers']) });
    return Object.fromEntries(
      servers.map(([name, server]) => [name, off.includes(name) ? { ...server, disabled: true } : server]),
    );
  });

/** A file with `{"servers": {…}}`, as of VS Code. */
export const parseVsCodeServers: ParseForeign = (text) =>
  readServers(text, (root) =>
    Object.fromEntries(
      // VS Code tries the older transport by itself where `http` does not answer.
      serversOf(root['servers']).map(([name, { type, ...server }]) => [
        name,
        type === 'http' ? server : { type, ...server },
      ]),
    ),
  );

function readServers(
  text: string,
  mapIn: (root: Record<string, unknown>) => unknown,
): Checked<ForeignServer[]> {
  const document = parseConfigText(text);
  if (!document.ok) return document;
  const root = asRecord(document.value.value);
  return { ok: true, value: serversOf(mapIn(root)).map(([name, server]) => readServer(name, server)) };
}

function readServer(name: string, server: Record<string, unknown>): ForeignServer {
  const url = server['url'] ?? server['serverUrl'] ?? server['httpUrl'];
  const type = server['type'] ?? server['transport'];
  if (typeof type === 'string' && !TRANSPORT_ALIASES.has(type))
    return unusable(name, `its type "${type}" works in that host only`);
  if (typeof url === 'string' && /^(?:unix|pipe):/.test(url))
    return unusable(name, 'it listens on a socket of this machine, which simse does not connect to');
  if ('tcp' in server) return unusable(name, 'it speaks plain TCP, which simse does not');
  const isLocal = server['command'] !== undefined && url === undefined;
  const isHttp = server['httpUrl'] !== undefined && server['url'] === undefined;
  return {
    name,
    settings: {
      transport: type ?? (isHttp ? 'http' : undefined),
      ...(isLocal ? localSettings(server) : { url, ...remoteSettings(server) }),
      timeoutMs: timeIn(server['timeout']),
      includeTools: listOrNothing(server['includeTools']),
      excludeTools: listOrNothing(server['excludeTools'] ?? server['disabledTools']),
      enabled: isOff(server) ? false : undefined,
    },
    blockers: blockersOf(server),
  };
}

function localSettings({ command, args, env, cwd }: Record<string, unknown>): Record<string, unknown> {
  return { command, args: wordsIn(args), env: textsIn(env), cwd };
}

function remoteSettings(server: Record<string, unknown>): Record<string, unknown> {
  const { headers, headersHelper, oauth, auth } = server;
  return { headers: textsIn(headers), headersHelper, auth: oauthIn(oauth ?? auth) };
}

function blockersOf(server: Record<string, unknown>): string[] {
  const { envFile, sandboxEnabled, authProviderType } = server;
  return [
    ...(typeof envFile === 'string' ? [`it takes variables from ${envFile}, which simse does not read`] : []),
    ...(sandboxEnabled === true ? ['it ran in a sandbox there, and would run without one here'] : []),
    ...(typeof authProviderType === 'string' && authProviderType !== 'dynamic_discovery'
      ? [`it logs in by ${authProviderType}, which simse does not know`]
      : []),
  ];
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Zed's settings.json: `{"context_servers": {…}}`, where the command used to be an object of its own. */
export const parseZed: ParseForeign = (text) => {
  const document = parseConfigText(text);
  if (!document.ok) return document;
  const root = document.value.value;
  const map = isRecord(root) ? root['context_servers'] : undefined;
  return { ok: true, value: serversOf(map).map(([name, server]) => readZedServer(name, server)) };
};

function readZedServer(name: string, server: Record<string, unknown>): ForeignServer {
  const { url, headers, oauth } = server;
  const local = isRecord(server['command']) ? server['command'] : server;
  const command = local['path'] ?? local['command'];
  if (command === undefined && url === undefined) return unusable(name, 'it is an extension of Zed');
  const target =
    url === undefined
      ? { command, args: wordsIn(local['args']), env: textsIn(local['env']) }
      : { url, headers: textsIn(headers), auth: oauthIn(oauth) };
  return {
    name,
    settings: {
      ...target,
      timeoutMs: millisecondsIn(local['timeout']),
      enabled: isOff(server) ? false : undefined,
    },
    blockers: [],
  };
}
