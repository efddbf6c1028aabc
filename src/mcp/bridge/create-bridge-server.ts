import { setTimeout as delay } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { BridgedServers, ToolCatalogue } from '../../core/ports.ts';
import { coalesce } from '../coalesce.ts';
import type { AliasBook } from './alias-book.ts';
import { toMcpFailure, toMcpResult } from './to-mcp-result.ts';
import { toMcpTool } from './to-mcp-tool.ts';

/** How long an agent waits for servers that still start: most give up on an MCP server after ten seconds. */
const READY_WAIT_MS = 5000;
const CHANGE_DELAY_MS = 50;
const INSTRUCTIONS =
  "The tools of the user's MCP servers, run by simse and named server__tool. A call may wait for the user's permission.";

export interface BridgeContext {
  servers: BridgedServers;
  aliases: AliasBook;
  version: string;
}

/** An MCP server over the catalogue, for one connection of one agent. */
export function createBridgeServer(context: BridgeContext): Server {
  const { servers, aliases, version } = context;
  const { catalogue } = servers;
  const server = new Server(
    { name: 'simse', version },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
  );

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    await serversReady(catalogue);
    return { tools: catalogue.list().map((tool) => toMcpTool(tool, aliases.aliasOf(tool.name))) };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const name = await findTool(context, params.name);
    if (name === undefined)
      return toMcpFailure(new SimseError('not_found', `there is no tool ${params.name}`));
    const progressToken = _meta?.progressToken;
    try {
      const result = await catalogue.call(name, (params.arguments ?? {}) as JsonObject, {
        signal,
        onProgress(progress) {
          if (progressToken === undefined) return;
          const notification = {
            method: 'notifications/progress',
            params: { progressToken, ...progress },
          } as const;
          // An agent that has gone needs no progress.
          sendNotification(notification).catch(() => {});
        },
      });
      return toMcpResult(result);
    } catch (error) {
      if (error instanceof SimseError) return toMcpFailure(error);
      throw error;
    }
  });

  tellChanges(server, catalogue);
  return server;
}

/** An agent that resumes a session may call what it knows from the last time, without asking for a list first. */
async function findTool(
  { servers: { catalogue }, aliases }: BridgeContext,
  alias: string,
): Promise<string | undefined> {
  const known = aliases.nameOf(alias);
  if (known !== undefined) return known;
  await serversReady(catalogue);
  for (const tool of catalogue.list()) aliases.aliasOf(tool.name);
  return aliases.nameOf(alias);
}

async function serversReady(catalogue: ToolCatalogue): Promise<void> {
  await Promise.race([catalogue.ready(), delay(READY_WAIT_MS, undefined, { ref: false })]);
}

/** Tells the agent when tools come or go, from its handshake until it leaves. */
function tellChanges(server: Server, catalogue: ToolCatalogue): void {
  // An agent that has gone needs no news.
  const change = coalesce(() => server.sendToolListChanged().catch(() => {}), CHANGE_DELAY_MS);
  let unsubscribe = (): void => {};
  server.oninitialized = () => {
    unsubscribe();
    unsubscribe = catalogue.onChange(change.trigger);
  };
  server.onclose = () => {
    unsubscribe();
    change.stop();
  };
}
