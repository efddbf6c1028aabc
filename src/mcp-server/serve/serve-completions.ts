import { CompleteRequestSchema, type CompleteRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ServerFeatures } from '../features.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import type { Connection } from './connection.ts';
import { findPrompt } from './serve-prompts.ts';

/** The most that the protocol lets an answer have. */
const MAX_VALUES = 100;

/** Answers `completion/complete`: arguments of prompts, and variables of resource templates. */
export function serveCompletions({ server, features }: Connection): void {
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    const all = await complete(features, params);
    const values = all.slice(0, MAX_VALUES);
    return { completion: { values, total: all.length, hasMore: all.length > values.length } };
  });
}

function complete(
  features: ServerFeatures,
  { ref, argument: { name, value }, context }: CompleteRequest['params'],
): Promise<string[]> {
  const known = context?.arguments ?? {};
  if (ref.type === 'ref/prompt') return findPrompt(features.prompts, ref.name).complete(name, value, known);
  const source = features.resources.find(({ templates }) =>
    templates.some(({ uriTemplate }) => uriTemplate === ref.uri),
  );
  if (source === undefined) throw new RpcError(INVALID_PARAMS, `Unknown resource template: ${ref.uri}`);
  return source.complete(ref.uri, name, value, known);
}
