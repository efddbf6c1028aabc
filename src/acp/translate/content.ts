import type { ContentBlock } from '../../core/content.ts';
import { isRecord, defined, recordOf, textOf } from '../../core/json.ts';

/** What an agent sent as content: a block, a text, or a list of either. What is not known is kept as JSON. */
export function toContentBlocks(value: unknown): ContentBlock[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flatMap(toContentBlocks) : [toContentBlock(value)];
}

function toContentBlock(value: unknown): ContentBlock {
  if (typeof value === 'string') return { type: 'text', text: value };
  return (isRecord(value) ? readBlock(value) : null) ?? { type: 'unknown', json: JSON.stringify(value) };
}

function readBlock(block: Record<string, unknown>): ContentBlock | null {
  const { type, text, mimeType, data, uri, name } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : null;
    case 'image':
    case 'audio':
      return typeof data === 'string' ? { type, mimeType: textOf(mimeType) ?? type, data } : null;
    case 'resource_link':
      return typeof uri === 'string'
        ? defined({ type, uri, name: textOf(name) ?? uri, mimeType: textOf(mimeType) })
        : null;
    case 'resource':
      return readResource(recordOf(block['resource']));
    default:
      return null;
  }
}

function readResource({ uri, mimeType, text, blob }: Record<string, unknown>): ContentBlock | null {
  if (typeof uri !== 'string') return null;
  const content = typeof text === 'string' ? { text } : typeof blob === 'string' ? { blob } : {};
  return defined({ type: 'resource' as const, uri, mimeType: textOf(mimeType), ...content });
}
