import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CatalogueTool, ToolCallOptions, ToolResult } from '../../core/ports/catalogue.ts';
import { splitQualifiedName } from '../../core/text/tool-names.ts';
import type { Arrival } from './arrivals.ts';
import type { BridgeContext } from './bridge-context.ts';
import { createPulse } from './create-pulse.ts';
import { readCallId } from './read-call-id.ts';
import { findResourceTool, listResourceTools } from './resource-tools.ts';
import { toWireFailure, toWireResult } from '../translate/to-wire-result.ts';
import { toMcpTool } from './to-mcp-tool.ts';
import { createToldOutputs, type ToldOutputs } from './told-outputs.ts';
import { toolsReady } from './wanted-tool.ts';

/** simse's own agent reads results as they are, and has no use for more. */
const OWN_AGENT = 'simse-agent';

/** Every tool of every server, each call at once and beside the others. */
export function serveTools(server: Server, context: BridgeContext, agent: Arrival): void {
  const outputs = createToldOutputs();
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    await toolsReady(context, agent, params?._meta);
    agent.end();
    const isOwn = server.getClientVersion()?.name === OWN_AGENT;
    return { tools: isOwn ? listTools(context) : await listWithOutputs(context, outputs) };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { _meta, signal } = extra;
    const pulse = createPulse(extra, context.pulseMs);
    const options = { signal, ...readCallId(_meta), onProgress: pulse.report };
    const args = (params.arguments ?? {}) as JsonObject;
    try {
      const result = await context.limit(() => callTool(context, agent, params.name, args, options));
      return toWireResult(await outputs.keep(params.name, result));
    } catch (error) {
      if (error instanceof SimseError) return toWireFailure(error);
      throw error;
    } finally {
      pulse.stop();
    }
  });
}

/** The tools as agents see them now, but for what they return. */
export function listTools(context: BridgeContext): Tool[] {
  return [...bridgedTools(context).map(([tool]) => tool), ...listResourceTools(context.servers.offers)];
}

async function listWithOutputs(context: BridgeContext, outputs: ToldOutputs): Promise<Tool[]> {
  const own = listResourceTools(context.servers.offers);
  return [...(await outputs.tell(bridgedTools(context))), ...own];
}

function bridgedTools({ servers, tools }: BridgeContext): [tool: Tool, from: CatalogueTool][] {
  return servers.catalogue.list().map((tool) => [toMcpTool(tool, tools.aliasOf(tool.name)), tool]);
}

async function callTool(
  context: BridgeContext,
  agent: Arrival,
  alias: string,
  args: JsonObject,
  options: ToolCallOptions,
): Promise<ToolResult> {
  const own = findResourceTool(alias);
  if (own !== undefined) {
    await agent.ready();
    return own(context, args, options);
  }
  const name = await findTool(context, agent, alias);
  if (name === undefined) throw new SimseError('not_found', `there is no tool ${alias}`);
  const result = await context.servers.catalogue.call(name, args, options);
  context.links.note(splitQualifiedName(name)?.server ?? '', result.content);
  return result;
}

/** An agent that resumes a session may call what it knows from the last time, without asking for a list first. */
async function findTool(
  { servers: { catalogue }, tools }: BridgeContext,
  agent: Arrival,
  alias: string,
): Promise<string | undefined> {
  const known = tools.nameOf(alias);
  if (known !== undefined) return known;
  await agent.ready();
  for (const tool of catalogue.list()) tools.aliasOf(tool.name);
  return tools.nameOf(alias);
}
