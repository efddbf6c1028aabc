import type {
  CompleteRequest,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { blockToText, type ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import type { CompletionTarget, McpPrompt } from '../../core/ports/mcp-offers.ts';
import { SERVER_NAME } from '../../core/rpc/own-meta.ts';
import { qualifiedName, splitQualifiedName } from '../../core/text/tool-names.ts';
import type { Offering } from '../serve/offering.ts';
import { toWireResource } from '../translate/to-wire-result.ts';
import type { BridgeContext, ConnectingAgent } from './bridge-context.ts';
import { bridgedUris, findResource, type ResourceRef } from './resource-refs.ts';

type Offers = Pick<Offering, 'getPrompt' | 'readResource' | 'complete' | 'subscribe'> &
  Omit<Offering['lists'], 'tools'>;

/** Every prompt of every server as `server__prompt`, every resource and template. */
export function bridgeOffers(context: BridgeContext, agent: ConnectingAgent): Offers {
  const { servers, links, limit } = context;
  const whenReady =
    <T>(list: (from: BridgeContext) => T[]) =>
    async (): Promise<T[]> => {
      await agent.ready();
      return list(context);
    };
  return {
    prompts: whenReady(listPrompts),
    resources: whenReady(listResources),
    templates: whenReady(listTemplates),
    async getPrompt(alias, args, signal) {
      await agent.ready();
      const { server, name } = findPrompt(context, alias);
      return { messages: await limit(() => servers.offers.getPrompt(server, name, args, { signal })) };
    },
    async readResource(uri, signal) {
      await agent.ready();
      const ref = findResource(uri, servers.offers, links);
      const blocks = await limit(() => servers.offers.readResource(ref.server, ref.uri, { signal }));
      return blocks.map((block) => toContents(block, ref, uri));
    },
    async complete({ ref, argument, context: known }, signal) {
      const target = findTarget(context, ref);
      if (target === undefined) return { values: [] };
      const query = { target, argument, context: known?.arguments ?? {} };
      return { values: await servers.offers.complete(query, { signal }) };
    },
    async subscribe(address, onUpdate) {
      const { server, uri } = findResource(address, servers.offers, links);
      return servers.offers.subscribe(server, uri, onUpdate);
    },
  };
}

/** The prompts as agents see them now. */
export function listPrompts({ servers, prompts }: BridgeContext): Prompt[] {
  return servers.offers.prompts().map((prompt) =>
    defined({
      name: prompts.aliasOf(nameOf(prompt)),
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments,
    }),
  );
}

/** The resources as agents see them now. */
export function listResources({ servers: { offers } }: BridgeContext): Resource[] {
  const resources = offers.resources();
  const uriOf = bridgedUris(resources.map(({ uri }) => uri));
  return resources.map(({ server, ...resource }) => ({
    ...resource,
    uri: uriOf({ server, uri: resource.uri }),
    _meta: { [SERVER_NAME]: server },
  }));
}

/** The templates as agents see them now. */
export function listTemplates({ servers: { offers } }: BridgeContext): ResourceTemplate[] {
  const templates = offers.templates();
  const uriOf = bridgedUris(templates.map(({ uriTemplate }) => uriTemplate));
  return templates.map(({ server, ...template }) => ({
    ...template,
    uriTemplate: uriOf({ server, uri: template.uriTemplate }),
    _meta: { [SERVER_NAME]: server },
  }));
}

/** The prompt that has this alias. Throws `not_found`. */
function findPrompt({ servers, prompts }: BridgeContext, alias: string): { server: string; name: string } {
  for (const prompt of servers.offers.prompts()) prompts.aliasOf(nameOf(prompt));
  const parts = splitQualifiedName(prompts.nameOf(alias) ?? '');
  if (parts === null) throw new SimseError('not_found', `there is no prompt ${alias}`);
  return { server: parts.server, name: parts.tool };
}

function nameOf({ server, name }: McpPrompt): string {
  return qualifiedName(server, name);
}

function findTarget(
  context: BridgeContext,
  ref: CompleteRequest['params']['ref'],
): CompletionTarget | undefined {
  if (ref.type === 'ref/prompt') return { kind: 'prompt', ...findPrompt(context, ref.name) };
  const templates = context.servers.offers.templates();
  const uriOf = bridgedUris(templates.map(({ uriTemplate }) => uriTemplate));
  const template = templates.find(
    ({ server, uriTemplate: uri }) => uriOf({ server, uri }) === ref.uri || uri === ref.uri,
  );
  return template && { kind: 'resource', server: template.server, uriTemplate: template.uriTemplate };
}

/** What was asked for has the uri that it was asked for by. */
function toContents(
  block: ContentBlock,
  { uri }: ResourceRef,
  address: string,
): ReadResourceResult['contents'][number] {
  if (block.type !== 'resource') return { uri: address, text: blockToText(block) };
  return toWireResource({ ...block, uri: block.uri === uri ? address : block.uri });
}
