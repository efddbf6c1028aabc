import { blocksToText } from '../../core/content.ts';
import { isRecord } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports.ts';
import { toWireResult } from '../translate/to-wire-result.ts';

/**
 * The result of a tool as this wire has it: any JSON. Its structure where it has one, else its text; pictures, links and what
 * could be mistaken for a result of MCP come as a result of MCP.
 */
export function toLuceniaResult(result: ToolResult): unknown {
  const { content, structuredContent } = result;
  const isText = content.every(({ type }) => type === 'text');
  if (!isText || isLikeMcp(structuredContent)) return toWireResult(result);
  return structuredContent ?? blocksToText(content);
}

function isLikeMcp(value: unknown): boolean {
  return isRecord(value) && ['content', 'structuredContent', 'isError'].some((key) => key in value);
}
