import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '../../core/rpc/rpc-message.ts';
import { failureText, toMcpBlock } from '../translate/to-wire-result.ts';
import type { Connection } from './offering.ts';

/** The most values that the protocol lets a completion have. */
const MAX_VALUES = 100;
/** More than a client can mean to watch. */
const MAX_SUBSCRIPTIONS = 1000;
/** simse's own: the gate said no. */
const DENIED = -32003;

/** Answers what is asked of prompts and resources, beside their lists. Returns what ends all subscriptions. */
export function serveOffers({ server, offering }: Connection): () => void {
  server.setRequestHandler(GetPromptRequestSchema, ({ method, params }, { signal }) =>
    answer(method, async () => {
      const { messages, ...about } = await offering.getPrompt(params.name, params.arguments ?? {}, signal);
      return {
        ...about,
        messages: messages.map(({ role, content }) => ({ role, content: toMcpBlock(content) })),
      };
    }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ method, params }, { signal }) =>
    answer(method, async () => ({ contents: await offering.readResource(params.uri, signal) })),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ method, params }, { signal }) =>
    answer(method, async () => {
      const { values, ...about } = await offering.complete(params, signal);
      return {
        completion: { values: values.slice(0, MAX_VALUES), ...about, hasMore: values.length > MAX_VALUES },
      };
    }),
  );
  return serveSubscriptions({ server, offering });
}

function serveSubscriptions({ server, offering }: Pick<Connection, 'server' | 'offering'>): () => void {
  const open = new Map<string, Promise<AsyncDisposable>>();

  const subscribe = (uri: string): Promise<AsyncDisposable> => {
    if (open.size >= MAX_SUBSCRIPTIONS)
      throw new SimseError('limit', `there are ${MAX_SUBSCRIPTIONS} subscriptions already`);
    // A client that has gone needs no news.
    return offering.subscribe(uri, () => void server.sendResourceUpdated({ uri }).catch(() => {}));
  };
  const end = async (uri: string): Promise<void> => {
    const subscription = open.get(uri);
    open.delete(uri);
    await subscription?.then((ended) => ended[Symbol.asyncDispose]()).catch(() => {});
  };

  server.setRequestHandler(SubscribeRequestSchema, ({ method, params: { uri } }) =>
    answer(method, async () => {
      try {
        const subscription = open.get(uri) ?? subscribe(uri);
        open.set(uri, subscription);
        await subscription;
      } catch (error) {
        open.delete(uri);
        throw error;
      }
      return {};
    }),
  );
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params }) => {
    await end(params.uri);
    return {};
  });
  return () => {
    for (const uri of open.keys()) void end(uri);
  };
}

/** Rejects with an error that the protocol knows. What is no SimseError is thrown on. */
async function answer<T>(method: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    throw new RpcError(rpcCodeOf(error, method), failureText(error), { code: error.code });
  }
}

function rpcCodeOf({ code }: SimseError, method: string): number {
  if (code === 'denied') return DENIED;
  if (code !== 'not_found') return INTERNAL_ERROR;
  return method.startsWith('resources/') ? RESOURCE_NOT_FOUND : INVALID_PARAMS;
}
