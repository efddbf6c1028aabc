import type {
  ContentBlock as WireBlock,
  TextResourceContents,
  BlobResourceContents,
} from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../../core/content.ts';

type ResourceBlock = Extract<ContentBlock, { type: 'resource' }>;

/** A block as MCP has it. What this version does not know goes out as the JSON text that it is kept as. */
export function toWireBlock(block: ContentBlock): WireBlock {
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
