import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord, recordOf, textOf } from '../../core/json.ts';
import { RpcError } from '../../core/rpc/rpc-message.ts';
import type { RpcPeer } from '../../core/rpc/rpc-peer.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import type { ClientFeatures } from './client-features.ts';
import type { ServerIdentity } from './mcp-connection.ts';

/** The versions of the protocol that simse speaks, the one it prefers first. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
const MAX_INSTRUCTIONS_CHARS = 2048;
const MAX_NAME_CHARS = 200;

/** As whom simse introduces itself. */
export interface ClientInfo {
  name: string;
  version: string;
}

interface HandshakeOptions {
  client: ClientInfo;
  features: Pick<ClientFeatures, 'capabilities'>;
  maxInstructionsChars?: number;
}

/**
 * The `initialize` exchange, up to but without the `initialized` notification. Rejects with SimseError('protocol') when
 * the server refuses or answers what simse cannot speak: a second attempt would not mend it.
 */
export async function shakeHands(
  peer: RpcPeer,
  { client, features, maxInstructionsChars = MAX_INSTRUCTIONS_CHARS }: HandshakeOptions,
  signal: AbortSignal,
): Promise<ServerIdentity> {
  const params = {
    protocolVersion: PROTOCOL_VERSIONS[0],
    capabilities: features.capabilities,
    clientInfo: client,
  };
  try {
    const answer = await peer.request('initialize', params, { signal, timeoutMs: null });
    return readIdentity(answer, maxInstructionsChars);
  } catch (error) {
    if (error instanceof RpcError) {
      throw new SimseError('protocol', `refused initialize: ${cleanLine(messageOf(error))}`, {
        cause: error,
      });
    }
    throw error;
  }
}

function readIdentity(answer: unknown, maxInstructionsChars: number): ServerIdentity {
  const { protocolVersion, capabilities, serverInfo, instructions } = recordOf(answer);
  if (typeof protocolVersion !== 'string') {
    throw new SimseError('protocol', 'gave no valid answer to initialize: it names no protocol version');
  }
  if (!PROTOCOL_VERSIONS.some((version) => version === protocolVersion)) {
    const spoken = `${PROTOCOL_VERSIONS.at(-1)} to ${PROTOCOL_VERSIONS[0]}`;
    throw new SimseError('protocol', `speaks MCP ${line(protocolVersion)}, and simse ${spoken}`);
  }
  const said = typeof instructions === 'string' ? cleanText(instructions).trim() : '';
  return {
    protocolVersion,
    capabilities: recordOf(capabilities),
    ...(isRecord(serverInfo) ? { serverInfo: readInfo(serverInfo) } : {}),
    instructions: said === '' ? null : said.slice(0, maxInstructionsChars),
  };
}

function readInfo({ name, version }: Record<string, unknown>): { name: string; version: string } {
  return { name: line(textOf(name) ?? 'nameless'), version: line(textOf(version) ?? '') };
}

function line(text: string): string {
  return cleanLine(text.slice(0, MAX_NAME_CHARS));
}
