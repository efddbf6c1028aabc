import { parse, TomlError } from 'smol-toml';
import { isRecord } from '../../core/json.ts';
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

/** Codex's config.toml: `[mcp_servers.<name>]`. */
export const parseCodex: ParseForeign = (text) => {
  try {
    const { mcp_servers: servers } = parse(text);
    return { ok: true, value: serversOf(servers).map(([name, server]) => readServer(name, server)) };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const { line, column } = thrown;
    return { ok: false, problems: [{ path: [], text: 'is not valid TOML', place: { line, column } }] };
  }
};

function readServer(name: string, server: Record<string, unknown>): ForeignServer {
  const { command, url } = server;
  const startupMs = millisecondsIn(server['startup_timeout_sec']) ?? timeIn(server['startup_timeout_ms']);
  if (server['experimental_environment'] === 'remote')
    return unusable(name, 'it runs in a remote environment of Codex');
  return {
    name,
    settings: {
      ...(command === undefined
        ? { transport: 'http', url, ...remoteSettings(server) }
        : localSettings(server)),
      startupTimeoutMs: startupMs,
      timeoutMs: millisecondsIn(server['tool_timeout_sec']),
      includeTools: listOrNothing(server['enabled_tools']),
      excludeTools: listOrNothing(server['disabled_tools']),
      enabled: isOff(server) ? false : undefined,
    },
    blockers: [],
  };
}

/** `env_vars` names what is handed down, whether it is set or not. */
function localSettings(server: Record<string, unknown>): Record<string, unknown> {
  const { command, args, env, env_vars: inherited, cwd } = server;
  const names = (Array.isArray(inherited) ? inherited : []).map((one) => (isRecord(one) ? one['name'] : one));
  const handedDown = Object.fromEntries(names.map((name) => [String(name), `\${env:${String(name)}:-}`]));
  const own = textsIn(env);
  return {
    command,
    args: wordsIn(args),
    env: names.length === 0 ? own : { ...handedDown, ...(isRecord(own) ? own : {}) },
    cwd,
  };
}

function remoteSettings(server: Record<string, unknown>): Record<string, unknown> {
  const bearer = server['bearer_token_env_var'];
  const fromEnvironment = textsOf(server['env_http_headers']).map(([header, variable]) => [
    header,
    `\${env:${variable}}`,
  ]);
  const own = textsIn(server['http_headers']);
  const headers = {
    ...(isRecord(own) ? own : {}),
    ...Object.fromEntries(fromEnvironment),
    ...(typeof bearer === 'string' ? { Authorization: `Bearer \${env:${bearer}}` } : {}),
  };
  const oauth = isRecord(server['oauth']) ? server['oauth'] : {};
  return {
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    auth: oauthIn({ ...oauth, scopes: server['scopes'] }),
  };
}

/** The texts of a table by name. */
function textsOf(map: unknown): [string, string][] {
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}
