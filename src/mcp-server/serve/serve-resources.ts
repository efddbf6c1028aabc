import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type Resource,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ResourceChange, ServerResource } from '../features.ts';
import { RESOURCE_NOT_FOUND, RpcError } from '../../core/rpc/rpc-message.ts';
import { toWireResource } from '../translate/to-wire-content.ts';
import type { Connection } from './connection.ts';
import { pageOf } from './page-of.ts';

/** More than a client can mean to watch. */
const MAX_SUBSCRIPTIONS = 1000;

/** Answers everything about resources and tells of their changes. Returns what ends that. */
export function serveResources({ server, features }: Connection): () => void {
  const subscribed = new Set<string>();
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const all = (await Promise.all(features.resources.map((source) => source.list()))).flat();
    const { page, next } = pageOf(all, params?.cursor);
    return { resources: page.map(toWire), ...next };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    const { page, next } = pageOf(
      features.resources.flatMap(({ templates }) => templates),
      params?.cursor,
    );
    return { resourceTemplates: page.map((template) => ({ ...template })), ...next };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    for (const source of features.resources) {
      const contents = await source.read(uri);
      if (contents !== null) return { contents: contents.map(toWireResource) };
    }
    throw new RpcError(RESOURCE_NOT_FOUND, 'Resource not found', { uri });
  });
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    if (subscribed.size < MAX_SUBSCRIPTIONS) subscribed.add(uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });

  // A client that has gone needs no news.
  const ignore = (): void => {};
  const tell = (change: ResourceChange): void => {
    for (const uri of subscribed) if (change.touches(uri)) server.sendResourceUpdated({ uri }).catch(ignore);
    if (change.list) server.sendResourceListChanged().catch(ignore);
  };
  const stops = features.resources.map((source) => source.onChange(tell));
  return () => {
    for (const stop of stops) stop();
  };
}

function toWire({ lastModified, ...resource }: ServerResource): Resource {
  return { ...resource, ...(lastModified === undefined ? {} : { annotations: { lastModified } }) };
}
