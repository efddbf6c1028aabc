import type {
  BlobResourceContents,
  CallToolResult,
  TextResourceContents,
  Tool,
  ContentBlock as WireBlock,
} from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../../core/content.ts';
import type { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';

type ResourceBlock = Extract<ContentBlock, { type: 'resource' }>;

/** A block as MCP has it. What this version does not know goes out as the JSON text that it is kept as. */
export function toMcpBlock(block: ContentBlock): WireBlock {
  switch (block.type) {
    case 'text':
    case 'image':
    case 'audio':
    case 'resource_link':
      return block;
    case 'resource':
      return { type: 'resource', resource: toWireResource(block) };
    case 'unknown':
      return { type: 'text', text: block.json };
  }
}

export function toWireResource({
  uri,
  mimeType,
  text,
  blob,
}: ResourceBlock): TextResourceContents | BlobResourceContents {
  const where = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  return blob === undefined ? { ...where, text: text ?? '' } : { ...where, blob };
}

/** A tool as clients are told of it. */
export function toWireTool({ call: _call, ...definition }: OwnTool): Tool {
  return definition as Tool;
}

export function toWireResult({ content, structuredContent, isError }: ToolResult): CallToolResult {
  return {
    content: content.map(toMcpBlock),
    ...(isRecord(structuredContent) ? { structuredContent } : {}),
    isError,
  };
}

/** A call that could not be made. */
export function toWireFailure(error: SimseError): CallToolResult {
  return { content: [{ type: 'text', text: failureText(error) }], isError: true };
}

/** A failure in words that help the model: what went wrong and what could be done. */
export function failureText({ message, hint }: SimseError): string {
  return hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
}
