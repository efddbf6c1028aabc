import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../../core/content.ts';
import { type SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports.ts';
import { describeError } from './to-rpc-error.ts';

/** A result as agents get it. */
export function toMcpResult({ content, structuredContent, isError }: ToolResult): CallToolResult {
  return {
    content: content.map(toMcpBlock),
    ...(isRecord(structuredContent) ? { structuredContent } : {}),
    isError,
  };
}

/** A call that simse could not make, in words that help the model: what went wrong and what could be done. */
export function toMcpFailure(error: SimseError): CallToolResult {
  return { content: [{ type: 'text', text: describeError(error) }], isError: true };
}

export function toMcpBlock(block: ContentBlock): CallToolResult['content'][number] {
  switch (block.type) {
    case 'text':
    case 'image':
    case 'audio':
    case 'resource_link':
      return block;
    case 'resource': {
      const { type, text, blob, ...where } = block;
      return { type, resource: blob === undefined ? { ...where, text: text ?? '' } : { ...where, blob } };
    }
    case 'unknown':
      return { type: 'text', text: block.json };
  }
}
