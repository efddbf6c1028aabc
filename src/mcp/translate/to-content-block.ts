import type { ContentBlock } from '../../core/content.ts';
import { isRecord } from '../../core/json.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** One content block of an MCP result. What this version does not know, or what is malformed, is kept as JSON. */
export function toContentBlock(raw: unknown): ContentBlock {
  return (isRecord(raw) ? knownBlock(raw) : null) ?? { type: 'unknown', json: JSON.stringify(raw) ?? 'null' };
}

function knownBlock(raw: Record<string, unknown>): ContentBlock | null {
  switch (raw.type) {
    case 'text':
      return typeof raw.text === 'string' ? { type: 'text', text: raw.text } : null;
    case 'image':
    case 'audio':
      return isBase64(raw.data) && typeof raw.mimeType === 'string'
        ? { type: raw.type, mimeType: raw.mimeType, data: raw.data }
        : null;
    case 'resource_link':
      return resourceLink(raw);
    case 'resource':
      return isRecord(raw.resource) ? embeddedResource(raw.resource) : null;
    default:
      return null;
  }
}

function resourceLink({ uri, name, mimeType }: Record<string, unknown>): ContentBlock | null {
  if (typeof uri !== 'string') return null;
  return { type: 'resource_link', uri, name: typeof name === 'string' ? name : uri, ...mime(mimeType) };
}

function embeddedResource({ uri, mimeType, text, blob }: Record<string, unknown>): ContentBlock | null {
  if (typeof uri !== 'string') return null;
  if (typeof text === 'string') return { type: 'resource', uri, ...mime(mimeType), text };
  return isBase64(blob) ? { type: 'resource', uri, ...mime(mimeType), blob } : null;
}

function mime(mimeType: unknown): { mimeType?: string } {
  return typeof mimeType === 'string' ? { mimeType } : {};
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length % 4 === 0 && BASE64.test(data);
}
