import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  type ServerCapabilities,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Arrival } from './arrivals.ts';
import type { BridgeContext } from './bridge-context.ts';

const MAX_INSTRUCTIONS_CHARS = 16_384;
/** simse's own agent has no model that would read what servers say about themselves. */
const OWN_AGENT = 'simse-agent';
const ABOUT =
  "The tools of the user's MCP servers, run by simse and named server__tool. A call may wait for the user's permission.";

/** Answers initialize once the servers had time to start, since what they say about themselves is part of the answer. */
export function serveHandshake(
  server: Server,
  { servers, version }: BridgeContext,
  capabilities: ServerCapabilities,
  agent: Arrival,
): void {
  server.setRequestHandler(InitializeRequestSchema, async ({ params }) => {
    if (params.clientInfo.name !== OWN_AGENT) await agent.ready();
    const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion);
    const said = servers.instructions().map(({ server: name, text }) => `# ${name}\n\n${text}`);
    return {
      protocolVersion: isKnown ? params.protocolVersion : LATEST_PROTOCOL_VERSION,
      capabilities,
      serverInfo: { name: 'simse', version },
      instructions: [ABOUT, ...said].join('\n\n').slice(0, MAX_INSTRUCTIONS_CHARS),
    };
  });
}
