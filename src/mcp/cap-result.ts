import { blocksToText, type ContentBlock } from '../core/content.ts';
import type { ToolResult } from '../core/ports.ts';

export const DEFAULT_MAX_RESULT_CHARS = 50_000;
/** Of what is kept, how much comes from the start. */
const HEAD_SHARE = 0.6;

/** Keeps the whole text somewhere and says where, as the end of a sentence ("is in /path"). */
export type Spill = (text: string) => Promise<string>;

/** How much of what a server sends is passed on, and what becomes of the rest. */
export interface ResultCap {
  /** Characters of text; Infinity for no cap. */
  maxChars: number;
  spill: Spill;
}

/**
 * A result whose text is over the cap keeps its head and its tail, and says how many characters were left out and where the
 * whole is. Structured content over the cap is left out. Pictures and sound are not touched.
 */
export async function capResult(result: ToolResult, cap: ResultCap): Promise<ToolResult> {
  const { structuredContent, isError } = result;
  const content = await capBlocks(result.content, cap);
  if (structuredContent === undefined) return content === result.content ? result : { content, isError };
  const structured = JSON.stringify(structuredContent);
  if (structured.length <= cap.maxChars) {
    return content === result.content ? result : { content, structuredContent, isError };
  }
  // What is too long in both forms was kept whole as text.
  if (content !== result.content) return { content, isError };
  const note = `[structured content of ${count(structured.length)} left out; the whole ${await cap.spill(structured)}]`;
  return { content: [...content, { type: 'text', text: note }], isError };
}

/** As capResult, for blocks by themselves. Those within the cap are returned as they are. */
export async function capBlocks(
  blocks: ContentBlock[],
  { maxChars, spill }: ResultCap,
): Promise<ContentBlock[]> {
  if (blocks.reduce((sum, block) => sum + textLength(block), 0) <= maxChars) return blocks;
  const text = blocksToText(blocks.filter(isTextual));
  const excerpt = headAndTail(text, maxChars, `the whole result ${await spill(text)}`);
  return [{ type: 'text', text: excerpt }, ...blocks.filter((block) => !isTextual(block))];
}

function isTextual(block: ContentBlock): boolean {
  return (
    block.type === 'text' ||
    block.type === 'unknown' ||
    (block.type === 'resource' && block.text !== undefined)
  );
}

function textLength(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'unknown':
      return block.json.length;
    case 'resource':
      return block.text?.length ?? 0;
    case 'image':
    case 'audio':
    case 'resource_link':
      return 0;
  }
}

function headAndTail(text: string, maxChars: number, where: string): string {
  const headEnd = characterStart(text, Math.floor(maxChars * HEAD_SHARE));
  const tailStart = characterStart(text, text.length - (maxChars - headEnd));
  const note = `[${count(tailStart - headEnd)} left out here; ${where}]`;
  return `${text.slice(0, headEnd)}\n\n${note}\n\n${text.slice(tailStart)}`;
}

/** The index itself, or the one before it when it lies inside a surrogate pair. */
function characterStart(text: string, index: number): number {
  const isInside =
    /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(index));
  return isInside ? index - 1 : index;
}

function count(characters: number): string {
  return `${characters.toLocaleString('en-US')} characters`;
}
