import { defined, isRecord, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import {
  GET_TOOL,
  LUCENIA_PROTOCOL_VERSION,
  SERVER_INFO,
  SERVER_PING,
} from '../../mcp/protocol/lucenia-names.ts';
import type { ServerFeatures } from '../features.ts';
import { methodNotFound } from './lucenia-errors.ts';
import { findTool } from './tool-call.ts';

/** What an object's schema may say for its parameters to say the same. */
const PLAIN_KEYS = new Set(['$schema', 'type', 'properties', 'required', 'title', 'description']);

/**
 * The `parameters` of a tool, from the JSON Schema of its arguments: a property for each, with a `required` of its own. A
 * schema that says more than that can hold (definitions, alternatives) is given as it is.
 */
export function toolParameters(schema: JsonObject): JsonObject {
  const isPlain = Object.entries(schema).every(([key, value]) => PLAIN_KEYS.has(key) || isOpen(key, value));
  return isPlain ? toParameters(schema) : schema;
}

/** Whether other arguments are taken is nothing that whoever calls needs to know. */
function isOpen(key: string, value: JsonValue | undefined): boolean {
  return key === 'additionalProperties' && (typeof value === 'boolean' || isEmpty(value));
}

function isEmpty(value: JsonValue | undefined): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function toParameters({ properties, required }: JsonObject): JsonObject {
  if (!isRecord(properties)) return {};
  const names = Array.isArray(required) ? required : [];
  const entries = Object.entries(properties).map(([name, schema]) => {
    const parameter = toParameter(schema as JsonValue);
    return [name, names.includes(name) ? { ...parameter, required: true } : parameter] as const;
  });
  return Object.fromEntries(entries);
}

function toParameter(schema: JsonValue): JsonObject {
  // `true` stands for anything.
  if (!isRecord(schema)) return {};
  const { properties, required, items, ...rest } = schema as JsonObject;
  return {
    ...rest,
    ...(isRecord(properties) ? { properties: toParameters({ properties, required }) } : {}),
    ...(isRecord(items) ? { items: toParameter(items) } : {}),
  };
}

export interface DescribedServer {
  version: string;
  features: ServerFeatures;
}

/** The result of any method but `tools/call`. Throws an RpcError. */
export function answerQuery(method: string, params: RpcParams, server: DescribedServer): object {
  const { version, features } = server;
  switch (method) {
    case SERVER_INFO:
      return {
        server: { name: 'simse', version },
        capabilities: ['tools', 'streaming'],
        protocol_version: LUCENIA_PROTOCOL_VERSION,
        instructions: features.instructions,
      };
    case SERVER_PING:
      return { status: 'ok' };
    case 'tools/list': {
      const tools = features.tools().map(summarize);
      return { tools, total: tools.length };
    }
    case GET_TOOL:
      return detail(findTool(params, features.tools()));
    default:
      throw methodNotFound(method);
  }
}

function summarize({ name, description, inputSchema }: OwnTool): object {
  return { name, description, parameters: toolParameters(inputSchema) };
}

function detail(tool: OwnTool): object {
  const { title, inputSchema, outputSchema, annotations } = tool;
  return defined({ ...summarize(tool), title, inputSchema, outputSchema, annotations });
}
