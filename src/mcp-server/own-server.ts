import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CompleteRequest, Resource } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../core/errors.ts';
import { defined } from '../core/json.ts';
import { INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '../core/rpc/rpc-message.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { ServerFeatures, ServerPrompt, ServerResource } from './features.ts';
import type { Offering } from './serve/offering.ts';
import { toWireResource, toWireTool } from './translate/to-wire-result.ts';

const PAGE = 100;

/**
 * `roots` and `resourceTemplates` are what simse's specification has a server declare; clients of the protocol pass over
 * capabilities that they do not know.
 */
const CAPABILITIES: Offering['capabilities'] & Record<string, unknown> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
  roots: { listChanged: false },
  resourceTemplates: {},
};

export interface OwnServerOptions {
  version: string;
  features: ServerFeatures;
  /** Takes what clients log, one line each, with the client's name. */
  onClientLog(line: string): void;
}

/** An MCP server over simse's own features, for one connection. */
export function createOwnServer({ version, features, onClientLog }: OwnServerOptions): Server {
  const info = { name: 'simse', title: 'simse', version };
  return createMcpServer({ info, offering: offerFeatures(features), onClientLog });
}

function offerFeatures(features: ServerFeatures): Offering {
  const { roots, instructions, prompts } = features;
  return {
    capabilities: CAPABILITIES,
    pageSize: PAGE,
    roots,
    instructions: async () => instructions,
    lists: {
      tools: async () => features.tools().map(toWireTool),
      prompts: async () => prompts.map(toWirePrompt),
      resources: async () =>
        (await Promise.all(features.resources.map((source) => source.list()))).flat().map(toListedResource),
      templates: async () =>
        features.resources.flatMap(({ templates }) => templates.map((template) => ({ ...template }))),
    },
    async callTool(name, args, context) {
      const tool = features.tools().find((candidate) => candidate.name === name);
      if (tool === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`);
      return tool.call(args, context);
    },
    getPrompt: (name, args) => getPrompt(findPrompt(prompts, name), args),
    async readResource(uri) {
      for (const source of features.resources) {
        const contents = await source.read(uri);
        if (contents !== null) return contents.map(toWireResource);
      }
      throw new RpcError(RESOURCE_NOT_FOUND, 'Resource not found', { uri });
    },
    async complete(query) {
      const values = await complete(features, query);
      return { values, total: values.length };
    },
    ...watchFeatures(features),
  };
}

/** What is told of changes: resources that a client watches before their lists. */
function watchFeatures(features: ServerFeatures): Pick<Offering, 'subscribe' | 'onChange' | 'close'> {
  const watched = new Set<{ uri: string; onUpdate: () => void }>();
  let tellList = (): void => {};
  const stops = features.resources.map((source) =>
    source.onChange((change) => {
      for (const { uri, onUpdate } of watched) if (change.touches(uri)) onUpdate();
      if (change.list) tellList();
    }),
  );
  return {
    async subscribe(uri, onUpdate) {
      const watch = { uri, onUpdate };
      watched.add(watch);
      return { [Symbol.asyncDispose]: async () => void watched.delete(watch) };
    },
    onChange(listener) {
      tellList = () => listener('resources');
      const stop = features.onToolsChanged(() => listener('tools'));
      return () => {
        tellList = () => {};
        stop();
      };
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

function toListedResource({ lastModified, ...resource }: ServerResource): Resource {
  return { ...resource, ...(lastModified === undefined ? {} : { annotations: { lastModified } }) };
}

function toWirePrompt({ name, title, description, arguments: args }: ServerPrompt) {
  return defined({ name, title, description, arguments: args.map((argument) => ({ ...argument })) });
}

/** Throws what a client is told for a name that is not there. */
function findPrompt(prompts: readonly ServerPrompt[], name: string): ServerPrompt {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${name}`);
  return prompt;
}

async function getPrompt(prompt: ServerPrompt, args: Readonly<Record<string, string>>) {
  const missing = prompt.arguments.find(({ name, required }) => required && args[name] === undefined);
  if (missing !== undefined) throw new RpcError(INVALID_PARAMS, `Missing argument: ${missing.name}`);
  try {
    return { description: prompt.description, messages: await prompt.get(args) };
  } catch (error) {
    if (error instanceof SimseError) throw new RpcError(INVALID_PARAMS, error.message);
    throw error;
  }
}

/** Arguments of prompts, and variables of resource templates. */
async function complete(
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
