import { blockToText, type ContentBlock } from '../../core/content.ts';
import { defined, isRecord, recordOf, textOf } from '../../core/json.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';

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

/** The kinds of blocks beyond text and links that the receiver takes. */
interface BlockSupport {
  image: boolean;
  audio: boolean;
  embeddedContext: boolean;
}

export const EVERY_BLOCK: BlockSupport = { image: true, audio: true, embeddedContext: true };

/** A block as ACP and MCP write it. What the receiver cannot take becomes text that says what it was. */
export function toAcpBlock(block: ContentBlock, support: BlockSupport): RpcParams {
  switch (block.type) {
    case 'text':
    case 'resource_link':
      return { ...block };
    case 'image':
    case 'audio':
      return support[block.type] ? { ...block } : textBlock(blockToText(block));
    case 'resource':
      return support.embeddedContext ? toEmbedded(block) : withoutEmbedding(block);
    case 'unknown':
      return textBlock(block.json);
  }
}

type Resource = Extract<ContentBlock, { type: 'resource' }>;

function toEmbedded({ uri, mimeType, text, blob }: Resource): RpcParams {
  const media = mimeType === undefined ? {} : { mimeType };
  const data = blob === undefined ? { text: text ?? '' } : { blob };
  return { type: 'resource', resource: { uri, ...media, ...data } };
}

/** The text itself; of anything else the link, which every receiver takes. */
function withoutEmbedding({ uri, mimeType, text }: Resource): RpcParams {
  if (text !== undefined) return textBlock(`${uri}:\n${fence(text)}`);
  const media = mimeType === undefined ? {} : { mimeType };
  return { type: 'resource_link', uri, name: uri.slice(uri.lastIndexOf('/') + 1) || uri, ...media };
}

/** Set off by a fence that nothing in the text ends. */
function fence(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const ticks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${ticks}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

function textBlock(text: string): RpcParams {
  return { type: 'text', text };
}
