import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parseMcpFile } from '../../src/config/parse-mcp-file.ts';
import type { McpHost } from '../../src/core/mcp-host.ts';
import { parseRule } from '../../src/core/permission-rule.ts';
import type { ToolCatalogue } from '../../src/core/ports.ts';
import { createMcpHost } from '../../src/mcp/create-mcp-host.ts';
import { createGatekeeper } from '../../src/session/gatekeeper.ts';
import { gateCatalogue } from '../../src/session/gated-catalogue.ts';
import { createQuestionDesk } from '../../src/session/question-desk.ts';

/** simse's host with servers as mcp.json names them, not yet started. */
export function createHost(servers: object[]): McpHost {
  const parsed = parseMcpFile({ servers });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return createMcpHost({
    servers: parsed.value.servers,
    roots: [process.cwd()],
    env: { PATH: process.env['PATH'] ?? '' },
    clientVersion: '0.0.0',
  });
}

/** The host's tools as a backend reaches them: through the gate, with a rule that allows them. */
export function gatedTools({ catalogue }: McpHost): ToolCatalogue {
  const emit = (): void => {};
  const allow = [parseRule('echo/*')];
  const gate = createGatekeeper({
    emit,
    desk: createQuestionDesk(emit),
    roots: [process.cwd()],
    policy: () => ({ mode: 'default', allow, ask: [], deny: [] }),
    interactive: false,
    isBridged: () => false,
    changes: { of: () => undefined, accept: async () => {} },
  });
  const never = new AbortController().signal;
  return gateCatalogue(catalogue, gate, { name: () => 'bench', turn: () => never });
}

/** The SDK's own client, and nothing else. */
export async function connectBareClient(command: string, args: string[]): Promise<Client> {
  const client = new Client({ name: 'bare', version: '0' });
  await client.connect(new StdioClientTransport({ command, args }));
  return client;
}
