import type { OwnTool } from '../../core/ports/own-tool.ts';
import { defined } from '../../core/json.ts';
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
import { toolParameters } from './tool-parameters.ts';

export interface DescribedServer {
  version: string;
  features: ServerFeatures;
}

/** The result of any method but `tools/call`. Throws an RpcError. */
export function describeServer(method: string, params: RpcParams, server: DescribedServer): object {
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
