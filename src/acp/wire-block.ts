import { blockToText, type ContentBlock } from '../core/content.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';

/** The kinds of blocks beyond text and links that the receiver takes. */
export interface BlockSupport {
  image: boolean;
  audio: boolean;
  embeddedContext: boolean;
}

export const EVERY_BLOCK: BlockSupport = { image: true, audio: true, embeddedContext: true };

/** A block as ACP and MCP write it. What the receiver cannot take becomes text that says what it was. */
export function toWireBlock(block: ContentBlock, support: BlockSupport): RpcParams {
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
