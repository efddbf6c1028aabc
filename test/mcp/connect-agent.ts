import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Bridge } from '../../src/core/ports/bridge.ts';
import { runShim } from '../../src/mcp-server/bridge/socket-bridge.ts';
import { readJsonLines } from '../../src/platform/json-lines.ts';

/** An agent that speaks to the bridge, by whichever form the bridge has. */
export async function connectAgent({ server }: Bridge): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(server.transport === 'stdio' ? overShim(server.env) : overHttp(server));
  onTestFinished(() => client.close());
  return client;
}

function overHttp({ url, headers }: { url: string; headers: Record<string, string> }): Transport {
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport;
}

/** The program that an agent would start runs in this process. */
function overShim({ SIMSE_BRIDGE_SOCKET = '', SIMSE_BRIDGE_TOKEN = '' }: Record<string, string>): Transport {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const transport: Transport = {
    async start() {
      const shim = { socketPath: SIMSE_BRIDGE_SOCKET, token: SIMSE_BRIDGE_TOKEN, stdin, stdout };
      void runShim(shim).then(() => transport.onclose?.());
      void deliver();
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      stdin.end();
    },
  };
  const deliver = async (): Promise<void> => {
    for await (const line of readJsonLines(stdout)) {
      if (line.kind === 'object') transport.onmessage?.(line.value as JSONRPCMessage);
    }
  };
  return transport;
}
