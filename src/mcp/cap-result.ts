import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksToText, type ContentBlock } from '../core/content.ts';
import { messageOf } from '../core/errors.ts';
import type { ToolResult } from '../core/ports/catalogue.ts';

export const DEFAULT_MAX_RESULT_CHARS = 50_000;
const TEXT_TYPE = 'text/plain';
const JSON_TYPE = 'application/json';
/** Of what is kept, how much comes from the start. */
const HEAD_SHARE = 0.6;
/** Of a picture, a sound or a file: more than any model takes. */
export const DEFAULT_MAX_BINARY_BYTES = 5 * 1024 * 1024;

/** Keeps the whole somewhere and says where, as the end of a sentence ("is in /path"). */
type Spill = (content: string | Uint8Array, mimeType: string) => Promise<string>;

/** How much of what a server sends is passed on, and what becomes of the rest. */
export interface ResultCap {
  /** Characters of text; Infinity for no cap. */
  maxChars: number;
  /** Bytes of one picture, sound or file; Infinity for no cap. */
  maxBytes: number;
  spill: Spill;
}

/**
 * A result whose text is over the cap keeps its head and its tail, and says how many characters were left out and where the
 * whole is. Structured content over the cap is left out, and so is each picture, sound or file that is too large.
 */
export async function capResult(result: ToolResult, cap: ResultCap): Promise<ToolResult> {
  const { structuredContent, isError } = result;
  const content = await capBlocks(result.content, cap);
  if (structuredContent === undefined) return content === result.content ? result : { content, isError };
  const structured = JSON.stringify(structuredContent);
  if (structured.length <= cap.maxChars) {
    return content === result.content ? result : { content, structuredContent, isError };
  }
  // What is too long in both forms was kept as text.
  if (textLength(result.content) > cap.maxChars) return { content, isError };
  const note = `[structured content of ${count(structured.length)} left out; the whole ${await cap.spill(structured, JSON_TYPE)}]`;
  return { content: [...content, { type: 'text', text: note }], isError };
}

/** As capResult, for blocks by themselves. Those within the cap are returned as they are. */
export async function capBlocks(blocks: ContentBlock[], cap: ResultCap): Promise<ContentBlock[]> {
  const kept = blocks.some((block) => bytesOf(block) > cap.maxBytes)
    ? await Promise.all(blocks.map((block) => capBinary(block, cap)))
    : blocks;
  if (textLength(kept) <= cap.maxChars) return kept;
  const text = blocksToText(kept.filter(isTextual));
  const where = `the whole result ${await cap.spill(text, TEXT_TYPE)}`;
  const excerpt = headAndTail(text, cap.maxChars, where);
  return [{ type: 'text', text: excerpt }, ...kept.filter((block) => !isTextual(block))];
}

async function capBinary(block: ContentBlock, { maxBytes, spill }: ResultCap): Promise<ContentBlock> {
  const bytes = bytesOf(block);
  if (bytes <= maxBytes) return block;
  const mimeType = 'mimeType' in block ? (block.mimeType ?? '') : '';
  const what = 'uri' in block ? `resource ${block.uri}` : `${block.type} ${mimeType}`;
  const where = await spill(Buffer.from(base64Of(block), 'base64'), mimeType);
  return { type: 'text', text: `[${what} of ${bytes.toLocaleString('en-US')} bytes left out; it ${where}]` };
}

function bytesOf(block: ContentBlock): number {
  return Math.floor((base64Of(block).length * 3) / 4);
}

/** What a block has that is no text. */
function base64Of(block: ContentBlock): string {
  if (block.type === 'image' || block.type === 'audio') return block.data;
  return block.type === 'resource' ? (block.blob ?? '') : '';
}

function isTextual(block: ContentBlock): boolean {
  return (
    block.type === 'text' ||
    block.type === 'unknown' ||
    (block.type === 'resource' && block.text !== undefined)
  );
}

function textLength(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => sum + textOf(block).length, 0);
}

function textOf(block: ContentBlock): string {
  if (block.type === 'unknown') return block.json;
  return block.type === 'text' || block.type === 'resource' ? (block.text ?? '') : '';
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

/** Spills into a new file of `folder`, which only the user can read. Without a folder, or when it fails, it says so. */
export function spillToFile(folder: string | undefined, tool: string): Spill {
  return async (content, mimeType) => {
    if (folder === undefined) return 'was not kept';
    const path = join(
      folder,
      `${tool.replace(/[^A-Za-z0-9_-]+/g, '-')}-${randomBytes(6).toString('hex')}.${endingFor(mimeType)}`,
    );
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, content, { flag: 'wx', mode: 0o600 });
      return `is in ${path}`;
    } catch (error) {
      return `could not be kept: ${messageOf(error)}`;
    }
  };
}

/** `txt` for text, `png` for image/png; a type that says nothing plain has none of its own. */
function endingFor(mimeType: string): string {
  if (mimeType === 'text/plain') return 'txt';
  return /^\w+\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1] ?? 'bin';
}
