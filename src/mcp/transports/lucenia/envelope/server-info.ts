import { isRecord, recordOf, textOf } from '../../../../core/json.ts';

/** What the documented wire was made after, where the server does not say it, or says it in a way of its own. */
const PROTOCOL_VERSION = '2024-11-05';
const VERSION = /^\d{4}-\d{2}-\d{2}$/;
/** Of the capabilities that it names, those that MCP has as well. */
const KNOWN_CAPABILITIES = ['tools', 'prompts', 'resources', 'completions', 'logging'];

/** The result of `initialize` for a server that has `server/info` instead. */
export function toInitializeResult(info: unknown): Record<string, unknown> {
  const { server, capabilities, protocol_version: version, instructions } = recordOf(info);
  const { name, version: serverVersion } = recordOf(server);
  return {
    protocolVersion: typeof version === 'string' && VERSION.test(version) ? version : PROTOCOL_VERSION,
    capabilities: toCapabilities(capabilities),
    serverInfo: { name: textOf(name) ?? 'Lucenia MCP Server', version: textOf(serverVersion) ?? '' },
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
}

/** Tools are what this wire is for: a server has them whether or not it says so in its list. */
function toCapabilities(capabilities: unknown): Record<string, unknown> {
  if (isRecord(capabilities)) return capabilities;
  const named = Array.isArray(capabilities) ? capabilities : [];
  const known = KNOWN_CAPABILITIES.filter((name) => name === 'tools' || named.includes(name));
  return Object.fromEntries(known.map((name) => [name, {}]));
}
