import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { BridgeContext } from './bridge-context.ts';
import { findResource } from './resource-address.ts';
import { toRpcError } from './to-rpc-error.ts';

const MAX_SUBSCRIPTIONS = 1000;

/** Tells the agent when resources change that it has subscribed to. Returns what ends all subscriptions. */
export function serveSubscriptions(server: Server, { servers, links }: BridgeContext): () => Promise<void> {
  const open = new Map<string, Promise<AsyncDisposable>>();

  const subscribe = (address: string): Promise<AsyncDisposable> => {
    if (open.size >= MAX_SUBSCRIPTIONS)
      throw new SimseError('limit', `there are ${MAX_SUBSCRIPTIONS} subscriptions already`);
    const { server: owner, uri } = findResource(address, servers.offers, links);
    // An agent that has gone needs no news.
    const tell = () => void server.sendResourceUpdated({ uri: address }).catch(() => {});
    return servers.offers.subscribe(owner, uri, tell);
  };
  const end = async (address: string): Promise<void> => {
    const subscription = open.get(address);
    open.delete(address);
    await subscription?.then((ended) => ended[Symbol.asyncDispose]()).catch(() => {});
  };

  server.setRequestHandler(SubscribeRequestSchema, async ({ method, params: { uri: address } }) => {
    try {
      const subscription = open.get(address) ?? subscribe(address);
      open.set(address, subscription);
      await subscription;
      return {};
    } catch (error) {
      open.delete(address);
      throw toRpcError(error, method);
    }
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params }) => {
    await end(params.uri);
    return {};
  });
  return async () => {
    await Promise.all([...open.keys()].map(end));
  };
}
