import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { toWireFailure, toWireResult, toWireTool } from '../translate/to-wire-result.ts';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import type { Connection } from './connection.ts';
import { pageOf } from './page-of.ts';
import { type Extra, toolContext } from './tool-context.ts';

/** Answers `tools/list` and `tools/call`. What is wrong with a call is a result that the calling model can read and mend. */
export function serveTools(connection: Connection): void {
  const { server, features } = connection;
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const { page, next } = pageOf(features.tools(), params?.cursor);
    return { tools: page.map(toWireTool), ...next };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool(connection, params.name, (params.arguments ?? {}) as JsonObject, extra),
  );
}

async function callTool(
  connection: Connection,
  name: string,
  args: JsonObject,
  extra: Extra,
): Promise<CallToolResult> {
  const tool = connection.features.tools().find((candidate) => candidate.name === name);
  if (tool === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`);
  try {
    return toWireResult(await tool.call(args, toolContext(connection, extra)));
  } catch (error) {
    if (error instanceof SimseError) return toWireFailure(error);
    throw error;
  }
}
