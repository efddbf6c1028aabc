import { randomUUID } from 'node:crypto';
import { isRecord, type JsonObject, idOf } from '../../core/json.ts';
import type { OwnTool, OwnToolContext } from '../../core/ports/own-tool.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { invalidParams, toolError, toolFailed, toolNotFound } from './lucenia-errors.ts';
import { toLuceniaResult } from './to-lucenia-result.ts';

export interface ToolCall {
  tool: OwnTool;
  args: JsonObject;
  /** By which the client knows the result when it comes after the answer; null for a result that is the answer. */
  callbackId: string | null;
}

/** What the params of `tools/call` ask for. Throws an RpcError. */
export function readToolCall(params: RpcParams, tools: readonly OwnTool[]): ToolCall {
  const { arguments: args = {}, options = {} } = params;
  const tool = findTool(params, tools);
  if (!isRecord(args)) throw invalidParams('arguments', 'Must be an object');
  if (!isRecord(options)) throw invalidParams('options', 'Must be an object');
  return { tool, args: args as JsonObject, callbackId: readCallbackId(options) };
}

/** The tool that `name` in the params names. Throws an RpcError. */
export function findTool({ name }: RpcParams, tools: readonly OwnTool[]): OwnTool {
  if (typeof name !== 'string') throw invalidParams('name', 'Must be a string');
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw toolNotFound(name);
  return tool;
}

/** Resolves with the result in the shape of this wire. Rejects with an RpcError. */
export async function runTool({ tool, args }: ToolCall, context: OwnToolContext): Promise<unknown> {
  const result = await callTool(tool, args, context);
  if (result.isError) throw toolFailed(tool.name, result);
  return toLuceniaResult(result);
}

async function callTool(tool: OwnTool, args: JsonObject, context: OwnToolContext): Promise<ToolResult> {
  try {
    return await tool.call(args, context);
  } catch (thrown) {
    throw toolError(tool.name, thrown);
  }
}

function readCallbackId({ async: isAsync = false, callback_id: id }: RpcParams): string | null {
  if (typeof isAsync !== 'boolean') throw invalidParams('options.async', 'Must be true or false');
  if (!isAsync) return null;
  if (id === undefined) return randomUUID();
  const callbackId = idOf(id);
  if (callbackId === undefined) throw invalidParams('options.callback_id', 'Must be a string or a number');
  return callbackId;
}
