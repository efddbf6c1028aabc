import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CatalogueTool, ToolCallOptions, ToolResult } from '../../core/ports/catalogue.ts';
import { CALL_ID, WANTED_TOOL } from '../../core/rpc/own-meta.ts';
import { splitQualifiedName } from '../../core/text/tool-names.ts';
import type { Offering, RequestMeta } from '../serve/offering.ts';
import type { BridgeContext, ConnectingAgent } from './bridge-context.ts';
import { createOutputSchemas } from './output-schemas.ts';
import { findResourceTool, listResourceTools } from './resource-tools.ts';
import { toMcpTool } from './to-mcp-tool.ts';

/** Where agents put their own id of a tool call, as they name it to simse: the built-in one, Claude, Codex. */
const CALL_ID_KEYS = [CALL_ID, 'claudecode/toolUseId', 'callId'];

/** Every tool of every server, each call at once and beside the others. */
export function bridgeTools(
  context: BridgeContext,
  agent: ConnectingAgent,
  wantsOutputs: () => boolean,
): Pick<Offering, 'callTool'> & Pick<Offering['lists'], 'tools'> {
  const outputs = createOutputSchemas();
  return {
    async tools(meta) {
      await toolsReady(context, agent, meta);
      agent.end();
      if (!wantsOutputs()) return listTools(context);
      return [
        ...(await outputs.announce(bridgedTools(context))),
        ...listResourceTools(context.servers.offers),
      ];
    },
    async callTool(alias, args, { signal, onProgress }, meta) {
      const options = { signal, onProgress, ...readCallId(meta) };
      const result = await context.limit(() => callTool(context, agent, alias, args, options));
      return outputs.fit(alias, result);
    },
  };
}

/** The tools as agents see them now, but for what they return. */
export function listTools(context: BridgeContext): Tool[] {
  return [...bridgedTools(context).map(([tool]) => tool), ...listResourceTools(context.servers.offers)];
}

function bridgedTools({ servers, tools }: BridgeContext): [tool: Tool, from: CatalogueTool][] {
  return servers.catalogue.list().map((tool) => [toMcpTool(tool, tools.aliasOf(tool.name)), tool]);
}

/**
 * Resolves when the servers are ready or it has taken too long; for an agent that wants a single tool as soon as that one
 * is there, since other servers are nothing to it.
 */
async function toolsReady(
  { servers: { catalogue } }: BridgeContext,
  agent: ConnectingAgent,
  meta: RequestMeta,
): Promise<void> {
  const wanted = meta?.[WANTED_TOOL];
  const isThere = (): boolean => typeof wanted === 'string' && catalogue.find(wanted) !== undefined;
  if (isThere()) return;
  await new Promise<void>((resolve, reject) => {
    const stop = catalogue.onChange(() => {
      if (isThere()) end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    agent.ready().then(end, reject);
  });
}

async function callTool(
  context: BridgeContext,
  agent: ConnectingAgent,
  alias: string,
  args: JsonObject,
  options: ToolCallOptions,
): Promise<ToolResult> {
  const own = findResourceTool(alias);
  if (own !== undefined) {
    await agent.ready();
    return own({ offers: context.servers.offers, links: context.links }, args, options);
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
  agent: ConnectingAgent,
  alias: string,
): Promise<string | undefined> {
  const known = tools.nameOf(alias);
  if (known !== undefined) return known;
  await agent.ready();
  for (const tool of catalogue.list()) tools.aliasOf(tool.name);
  return tools.nameOf(alias);
}

/** What `_meta` of tools/call says of the call that the agent makes it for. */
function readCallId(meta: RequestMeta): { toolCallId?: string } {
  const id = CALL_ID_KEYS.map((key) => meta?.[key]).find((value) => typeof value === 'string');
  return typeof id === 'string' ? { toolCallId: id } : {};
}
