import type { ContentBlock } from '../core/content.ts';
import { blocksToText } from '../core/content.ts';
import type { ToolResult } from '../core/ports.ts';

export const DEFAULT_MAX_RESULT_CHARS = 50_000;
/** Of what is kept, how much comes from the start. */
const HEAD_SHARE = 0.6;

/** Keeps the whole text somewhere and says where, as the end of a sentence ("is in /path"). */
export type Spill = (text: string) => Promise<string>;

/**
 * A result whose text is over `maxChars` keeps its head and its tail, and says how many characters were left out and
 * where the whole is. Structured content over the limit is left out. Pictures and sound are not touched.
 */
export async function capResult(result: ToolResult, maxChars: number, spill: Spill): Promise<ToolResult> {
  const text = blocksToText(result.content.filter(isTextual));
  const structured = result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
  if (text.length <= maxChars && structured.length <= maxChars) return result;

  const { structuredContent, isError, content } = result;
  const keepsStructured = structuredContent !== undefined && structured.length <= maxChars;
  const kept = { isError, ...(keepsStructured ? { structuredContent } : {}) };
  if (text.length <= maxChars) {
    const note = `[structured content of ${count(structured.length)} left out; the whole ${await spill(structured)}]`;
    return { ...kept, content: [...content, { type: 'text', text: note }] };
  }
  const excerpt = headAndTail(text, maxChars, `the whole result ${await spill(text)}`);
  return {
    ...kept,
    content: [{ type: 'text', text: excerpt }, ...content.filter((block) => !isTextual(block))],
  };
}

function isTextual(block: ContentBlock): boolean {
  return (
    block.type === 'text' ||
    block.type === 'unknown' ||
    (block.type === 'resource' && block.text !== undefined)
  );
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
