import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parseMcpFile } from '../../src/config/mcp-file.ts';
import type { McpServerConfig } from '../../src/config/mcp-server-config.ts';
import { parseRule } from '../../src/core/gate/permission-rule.ts';
import type { ToolCatalogue } from '../../src/core/ports/catalogue.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import { KEEP_ALIVE_TIMES } from '../../src/mcp/connection/keep-alive.ts';
import { createMcpHost } from '../../src/mcp/create-mcp-host.ts';
import { fetchTools } from '../../src/mcp/lists/fetch-tools.ts';
import { ServerSupervisor } from '../../src/mcp/server/server-supervisor.ts';
import { createStartSlots } from '../../src/mcp/server/start-slots.ts';
import { createGatekeeper } from '../../src/session/permissions/gatekeeper.ts';
import { createPendingQuestions } from '../../src/session/permissions/pending-questions.ts';
import { gateCatalogue } from '../../src/session/servers/bridged-servers.ts';

function parseServers(servers: object[]): McpServerConfig[] {
  const parsed = parseMcpFile({ servers });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value.servers;
}

/** simse's host with servers as mcp.json names them, not yet started. */
export function createHost(servers: object[]): McpHost {
  return createMcpHost({
    servers: parseServers(servers),
    roots: [process.cwd()],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: process.cwd(),
    clientVersion: '0.0.0',
  });
}

/** The host's tools as a backend reaches them: through the gate, with a rule that allows them. */
export function gatedTools({ catalogue }: McpHost): ToolCatalogue {
  const emit = (): void => {};
  const allow = [parseRule('echo/*')];
  const gate = createGatekeeper({
    emit,
    questions: createPendingQuestions(emit),
    roots: [process.cwd()],
    policy: () => ({ mode: 'default', allow, ask: [], deny: [] }),
    interactive: false,
    bridgedTool: () => undefined,
    guardPaths: (request) => request,
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

/** One server as the host has it, connected; `list` reads its tools again, as after a list_changed. */
export async function connectServer(server: object): Promise<AsyncDisposable & { list(): Promise<unknown> }> {
  const [config] = parseServers([server]);
  if (config === undefined) throw new Error('no server');
  const ignore = (): void => {};
  const supervisor = new ServerSupervisor(config, {
    surroundings: {
      env: {},
      cwd: process.cwd(),
      clientVersion: '0.0.0',
      credentialsDir: null,
      keepAliveTimes: KEEP_ALIVE_TIMES,
      expand: (entry) => entry,
      roots: [process.cwd()],
      services: {},
    },
    policy: { delaysMs: [], healthyMs: 0, renewalMs: 0 },
    slots: createStartSlots(1, 0),
    adoptTools: (fetched) => Promise.resolve(fetched),
    onStatus: ignore,
    onTools: ignore,
    onOffers: ignore,
    onNotice: ignore,
    onLog: ignore,
  });
  await supervisor.start();
  return {
    list: () =>
      fetchTools(config, (cursor) =>
        supervisor.requests.request('tools/list', cursor === undefined ? {} : { cursor }),
      ),
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  };
}
