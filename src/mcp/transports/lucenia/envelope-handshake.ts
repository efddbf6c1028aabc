import { setTimeout as delay } from 'node:timers/promises';
import { isRecord, recordOf, textOf } from '../../../core/json.ts';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../../../core/rpc/rpc-message.ts';
import { LUCENIA_PROTOCOL_VERSION, SERVER_INFO } from '../../protocol/lucenia-names.ts';

const VERSION = /^\d{4}-\d{2}-\d{2}$/;
/** Of the capabilities that it names, those that MCP has as well. */
const KNOWN_CAPABILITIES = ['tools', 'prompts', 'resources', 'completions', 'logging'];
/** How long server/info may go unanswered before `initialize` is tried as well. */
const PATIENCE_MS = 1000;

/** The result of `initialize` for a server that has `server/info` instead. */
export function toInitializeResult(info: unknown): Record<string, unknown> {
  const { server, capabilities, protocol_version: version, instructions } = recordOf(info);
  const { name, version: serverVersion } = recordOf(server);
  return {
    protocolVersion:
      typeof version === 'string' && VERSION.test(version) ? version : LUCENIA_PROTOCOL_VERSION,
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

export interface Handshake {
  /** As of `initialize`. */
  result: unknown;
  /** Whether the server knows `initialize`, and with it the rest of MCP. */
  isStandard: boolean;
}

/**
 * The handshake with a server that documents none. `server/info` is asked first: who has only that would be slow to refuse
 * `initialize`. A server that does not know it, or does not answer, is asked to initialize, and the first result counts.
 */
export async function initializeSession(
  params: RpcParams,
  call: (method: string, params: RpcParams) => Promise<unknown>,
): Promise<Handshake> {
  const introduced = call(SERVER_INFO, {}).then((info) => ({
    result: toInitializeResult(info),
    isStandard: false,
  }));
  const isInitializeWanted = introduced.then(
    () => false,
    (error: unknown) => error instanceof RpcError && error.code === METHOD_NOT_FOUND,
  );
  if (!(await Promise.race([isInitializeWanted, delay(PATIENCE_MS, true, { ref: false })])))
    return introduced;

  const initialized = call('initialize', params).then((result) => ({ result, isStandard: true }));
  try {
    return await Promise.any([initialized, introduced]);
  } catch {
    // Neither is known: what the server says to the standard one is what counts.
    return initialized;
  }
}
