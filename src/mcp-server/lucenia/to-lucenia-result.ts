import { isDeepStrictEqual } from 'node:util';
import { blocksToText, type ContentBlock } from '../../core/content.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { isRecord } from '../../core/json.ts';
import { toWireResult } from '../translate/to-wire-result.ts';

/**
 * The result of a tool as this wire has it, which is any JSON: its structure where that says all, else its text where it has
 * no structure. What has both, or pictures and links, comes as a result of MCP.
 */
export function toLuceniaResult(result: ToolResult): unknown {
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
  return content.every((block) => block.type === 'text' && isDeepStrictEqual(parse(block.text), structure));
}

function isLikeMcp(value: unknown): boolean {
  return isRecord(value) && ['content', 'structuredContent', 'isError'].some((key) => key in value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Text that is no JSON repeats no structure.
  }
}
