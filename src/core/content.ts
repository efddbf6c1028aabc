/** One piece of a message or of a tool's result, independent of any protocol. */
export type ContentBlock =
  | { type: 'text'; text: string }
  /** `data` is base64; empty, with how many `bytes` it had, in the record of a session where it was long. */
  | { type: 'image'; mimeType: string; data: string; bytes?: number }
  | { type: 'audio'; mimeType: string; data: string; bytes?: number }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string }
  /** `text` or `blob` (base64). */
  | { type: 'resource'; uri: string; mimeType?: string; text?: string; blob?: string }
  /** Something this version does not know, kept as JSON text so that it can be shown. */
  | { type: 'unknown'; json: string };

/** The address of the resource in which a backend is told of a conversation that it was not there for. */
export const CONVERSATION_URI = 'simse:conversation';

/** A block as a line of text: texts as they are, everything else as a short label. */
export function blockToText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${block.bytes ?? byteLength(block.data)} bytes]`;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'resource':
      return block.text ?? `[resource ${block.uri}]`;
    case 'unknown':
      return block.json;
  }
}

/** Blocks as one text, a line break between blocks that are not already separated. */
export function blocksToText(blocks: readonly ContentBlock[]): string {
  const texts = blocks.map(blockToText);
  return texts
    .map((text, index) => ((texts[index - 1] ?? '\n').endsWith('\n') ? text : `\n${text}`))
    .join('');
}

/** The beginning of the addresses of what attached with a prompt that names it in its text. */
export const ATTACHED_URI = 'simse:attached/';

/** A prompt as people read it: without what attached, where its text names that. */
export function promptText(blocks: readonly ContentBlock[]): string {
  if (!blocks.some(({ type }) => type === 'text')) return blocksToText(blocks);
  return blocks
    .filter((block) => !isNamedInText(block))
    .map(blockToText)
    .join('\n');
}

function isNamedInText(block: ContentBlock): boolean {
  return block.type === 'image' || (block.type === 'resource' && block.uri.startsWith(ATTACHED_URI));
}

function byteLength(base64: string): number {
  const padding = /={0,2}$/.exec(base64)?.[0].length ?? 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}
