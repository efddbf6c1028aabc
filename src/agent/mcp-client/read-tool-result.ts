import type { ContentBlock } from '@agentclientprotocol/sdk';
import { ContentBlockSchema } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../core/json.ts';
import type { McpToolResult } from './mcp-tools.ts';

/**
 * The result of tools/call, read loosely. ACP took its content blocks from MCP; what is none is shown as its JSON, and so is a
 * structured result, which servers should give as a text as well and some do not.
 */
export function readToolResult(raw: unknown): McpToolResult {
  if (!isRecord(raw)) return { content: [jsonBlock(raw)], isError: false };
  const { content, structuredContent, isError, _meta, ...rest } = raw;
  const blocks = Array.isArray(content) ? content.map(toContentBlock) : [];
  const bare = Array.isArray(content) ? structuredContent : (structuredContent ?? rest);
  const isTold = bare === undefined || blocks.some((block) => block.type === 'text' && isJson(block.text));
  return { content: isTold ? blocks : [...blocks, jsonBlock(bare)], isError: isError === true };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    // Words, which say what the structure has in their own way or not at all.
    return false;
  }
}

function toContentBlock(raw: unknown): ContentBlock {
  const { success } = ContentBlockSchema.safeParse(raw);
  return success ? (raw as ContentBlock) : jsonBlock(raw);
}

function jsonBlock(value: unknown): ContentBlock {
  return { type: 'text', text: JSON.stringify(value, null, 2) ?? 'null' };
}
