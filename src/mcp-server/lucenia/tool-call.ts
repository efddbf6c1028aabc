import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { blocksToText, type ContentBlock } from '../../core/content.ts';
import { idOf, isRecord, type JsonObject, parseJson } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { OwnTool, OwnToolContext } from '../../core/ports/own-tool.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { toWireResult } from '../translate/to-wire-result.ts';
import { invalidParams, toolError, toolFailed, toolNotFound } from './lucenia-errors.ts';

export interface LuceniaCall {
  tool: OwnTool;
  args: JsonObject;
  /** By which the client knows the result when it comes after the answer; null for a result that is the answer. */
  callbackId: string | null;
}

/** What the params of `tools/call` ask for. Throws an RpcError. */
export function readToolCall(params: RpcParams, tools: readonly OwnTool[]): LuceniaCall {
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
export async function runTool({ tool, args }: LuceniaCall, context: OwnToolContext): Promise<unknown> {
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

/**
 * The result of a tool as this wire has it, which is any JSON: its structure where that says all, else its text where it has
 * no structure. What has both, or pictures and links, comes as a result of MCP.
 */
function toLuceniaResult(result: ToolResult): unknown {
  const { content, structuredContent } = result;
  if (structuredContent === undefined && content.every(({ type }) => type === 'text')) {
    return blocksToText(content);
  }
  return isWhole(structuredContent, content) && !isLikeMcp(structuredContent)
    ? structuredContent
    : toWireResult(result);
}

/** Whether the content only repeats the structure, for clients that read no structures. */
function isWhole(structure: unknown, content: readonly ContentBlock[]): boolean {
  return content.every(
    (block) => block.type === 'text' && isDeepStrictEqual(parseJson(block.text), structure),
  );
}

function isLikeMcp(value: unknown): boolean {
  return isRecord(value) && ['content', 'structuredContent', 'isError'].some((key) => key in value);
}
