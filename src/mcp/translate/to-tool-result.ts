import type { ContentBlock } from '../../core/content.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { isRecord } from '../../core/json.ts';
import { toContentBlock } from './to-content-block.ts';

/**
 * The result of tools/call, read loosely: servers leave out `content` beside `structuredContent`, send blocks of later
 * versions, or (2024 and ml-commons) a bare value. A result without any content is shown as its JSON.
 */
export function toToolResult(raw: unknown): ToolResult {
  if (!isRecord(raw)) return { content: jsonText(raw), isError: false };
  const isError = raw.isError === true;
  const { content, structuredContent, toolResult } = raw;
  const blocks = Array.isArray(content) ? content.map(toContentBlock) : [];
  if (structuredContent !== undefined) {
    return { content: blocks.length > 0 ? blocks : jsonText(structuredContent), structuredContent, isError };
  }
  if (Array.isArray(content)) return { content: blocks, isError };
  return { content: jsonText(toolResult ?? withoutMeta(raw)), isError };
}

/** A failure that the server reported as a JSON-RPC error: told to the backend like any other failure of a tool. */
export function toFailedResult(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

function jsonText(value: unknown): ContentBlock[] {
  return [{ type: 'text', text: JSON.stringify(value, null, 2) ?? 'null' }];
}

function withoutMeta({ _meta, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
