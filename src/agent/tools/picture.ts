import type { ContentBlock } from '@agentclientprotocol/sdk';

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_BASE64_CHARS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** A picture for a model. */
export interface Picture {
  mediaType: string;
  /** Base64. */
  data: string;
}

/** Those of some blocks that models take. */
export function picturesOf(blocks: readonly ContentBlock[]): Picture[] {
  return blocks.flatMap((block) =>
    block.type === 'image' && MEDIA_TYPES.has(block.mimeType) && block.data.length <= MAX_BASE64_CHARS
      ? [{ mediaType: block.mimeType, data: block.data }]
      : [],
  );
}
