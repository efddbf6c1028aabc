import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type CompleteRequest, CompleteRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CompletionTarget } from '../../core/ports/mcp-offers.ts';
import type { BridgeContext } from './bridge-context.ts';
import { addressBook } from './resource-address.ts';
import { findPrompt } from './serve-prompts.ts';
import { toRpcError } from './to-rpc-error.ts';

/** The most values that the protocol lets an answer have. */
const MAX_VALUES = 100;

/** What the arguments of prompts and templates could be. */
export function serveCompletions(server: Server, context: BridgeContext): void {
  server.setRequestHandler(CompleteRequestSchema, async ({ method, params }, { signal }) => {
    try {
      const target = findTarget(context, params.ref);
      if (target === undefined) return { completion: { values: [] } };
      const query = { target, argument: params.argument, context: params.context?.arguments ?? {} };
      const values = await context.servers.offers.complete(query, { signal });
      return { completion: { values: values.slice(0, MAX_VALUES), hasMore: values.length > MAX_VALUES } };
    } catch (error) {
      throw toRpcError(error, method);
    }
  });
}

function findTarget(
  context: BridgeContext,
  ref: CompleteRequest['params']['ref'],
): CompletionTarget | undefined {
  if (ref.type === 'ref/prompt') return { kind: 'prompt', ...findPrompt(context, ref.name) };
  const templates = context.servers.offers.templates();
  const addressOf = addressBook(templates.map(({ uriTemplate }) => uriTemplate));
  const template = templates.find(
    ({ server, uriTemplate: uri }) => addressOf({ server, uri }) === ref.uri || uri === ref.uri,
  );
  return template && { kind: 'resource', server: template.server, uriTemplate: template.uriTemplate };
}
