import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { blockToText, type ContentBlock } from '../../core/content.ts';
import type { Arrival } from './arrivals.ts';
import type { BridgeContext } from './bridge-context.ts';
import { addressBook, findResource, type ResourcePlace } from './resource-address.ts';
import { toRpcError } from './to-rpc-error.ts';

/** Every resource and template of every server. */
export function serveResources(server: Server, context: BridgeContext, agent: Arrival): void {
  const { servers, links, limit } = context;
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    await agent.ready();
    return { resources: listResources(context) };
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => {
    await agent.ready();
    return { resourceTemplates: listTemplates(context) };
  });

  server.setRequestHandler(ReadResourceRequestSchema, async ({ method, params }, { signal }) => {
    const { uri: address } = params;
    try {
      await agent.ready();
      const place = findResource(address, servers.offers, links);
      const blocks = await limit(() => servers.offers.readResource(place.server, place.uri, { signal }));
      return { contents: blocks.map((block) => toContents(block, place, address)) };
    } catch (error) {
      throw toRpcError(error, method);
    }
  });
}

/** The resources as agents see them now. */
export function listResources({ servers: { offers } }: BridgeContext): Resource[] {
  const resources = offers.resources();
  const addressOf = addressBook(resources.map(({ uri }) => uri));
  return resources.map(({ server, ...resource }) => ({
    ...resource,
    uri: addressOf({ server, uri: resource.uri }),
    _meta: { 'simse/server': server },
  }));
}

/** The templates as agents see them now. */
export function listTemplates({ servers: { offers } }: BridgeContext): ResourceTemplate[] {
  const templates = offers.templates();
  const addressOf = addressBook(templates.map(({ uriTemplate }) => uriTemplate));
  return templates.map(({ server, ...template }) => ({
    ...template,
    uriTemplate: addressOf({ server, uri: template.uriTemplate }),
    _meta: { 'simse/server': server },
  }));
}

/** What was asked for has the uri that it was asked for by. */
function toContents(
  block: ContentBlock,
  { uri }: ResourcePlace,
  address: string,
): ReadResourceResult['contents'][number] {
  if (block.type !== 'resource') return { uri: address, text: blockToText(block) };
  const about = {
    uri: block.uri === uri ? address : block.uri,
    ...(block.mimeType === undefined ? {} : { mimeType: block.mimeType }),
  };
  return block.blob === undefined ? { ...about, text: block.text ?? '' } : { ...about, blob: block.blob };
}
