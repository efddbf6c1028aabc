import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  type Prompt,
} from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { McpPrompt } from '../../core/ports/mcp-offers.ts';
import { qualifiedName, splitQualifiedName } from '../../core/text/tool-names.ts';
import type { Arrival } from './arrivals.ts';
import type { BridgeContext } from './bridge-context.ts';
import { toWireBlock } from '../translate/to-wire-content.ts';
import { toRpcError } from './to-rpc-error.ts';

/** A prompt of a server. */
export interface PromptPlace {
  server: string;
  name: string;
}

/** Every prompt of every server, as `server__prompt`. */
export function servePrompts(server: Server, context: BridgeContext, agent: Arrival): void {
  server.setRequestHandler(ListPromptsRequestSchema, async () => {
    await agent.ready();
    return { prompts: listPrompts(context) };
  });

  server.setRequestHandler(GetPromptRequestSchema, async ({ method, params }, { signal }) => {
    const { servers, limit } = context;
    try {
      await agent.ready();
      const { server: owner, name } = findPrompt(context, params.name);
      const args = params.arguments ?? {};
      const messages = await limit(() => servers.offers.getPrompt(owner, name, args, { signal }));
      return { messages: messages.map(({ role, content }) => ({ role, content: toWireBlock(content) })) };
    } catch (error) {
      throw toRpcError(error, method);
    }
  });
}

/** The prompts as agents see them now. */
export function listPrompts({ servers, prompts }: BridgeContext): Prompt[] {
  return servers.offers.prompts().map((prompt) => toMcpPrompt(prompt, prompts.aliasOf(nameOf(prompt))));
}

/** The prompt that has this alias. Throws `not_found`. */
export function findPrompt({ servers, prompts }: BridgeContext, alias: string): PromptPlace {
  for (const prompt of servers.offers.prompts()) prompts.aliasOf(nameOf(prompt));
  const place = splitQualifiedName(prompts.nameOf(alias) ?? '');
  if (place === null) throw new SimseError('not_found', `there is no prompt ${alias}`);
  return { server: place.server, name: place.tool };
}

function nameOf({ server, name }: McpPrompt): string {
  return qualifiedName(server, name);
}

function toMcpPrompt({ title, description, arguments: args }: McpPrompt, name: string): Prompt {
  return { name, ...(title === undefined ? {} : { title }), description, arguments: args };
}
