import type { Readable } from 'node:stream';
import { isRecord } from '../core/json.ts';
import { boundDepth } from '../core/rpc/message-bounds.ts';

const DEFAULT_LINE_LIMIT_BYTES = 64 * 1024 * 1024;
const EXCERPT_BYTES = 200;
const NEWLINE = 0x0a;

/** One line of a stream that should be newline-delimited JSON objects. */
export type JsonLine =
  | { kind: 'object'; value: Record<string, unknown> }
  /** A line that is JSON but an array: a batch, for the protocols that have such. */
  | { kind: 'array'; values: unknown[] }
  /** Anything else that was printed: banners, warnings, bare values. */
  | { kind: 'noise'; text: string }
  /** A line over the limit. Its bytes were skipped, not kept, but for the start. */
  | { kind: 'oversized'; bytes: number; excerpt: string }
  /** The stream ended in the middle of a line. */
  | { kind: 'incomplete'; text: string };

export interface JsonLineDecoder {
  push(chunk: Uint8Array): void;
  /** The stream has ended. */
  end(): void;
}

interface LineOptions {
  /** The longest line that is kept. */
  limitBytes?: number | undefined;
  /** Lines for which it is false are passed over unread. */
  isWanted?: (line: Buffer) => boolean;
}

/**
 * Cuts bytes into lines and hands over each as soon as it is whole. Blank lines are skipped; a character split between
 * chunks is put together again; invalid UTF-8 becomes U+FFFD. At most `limitBytes` are held, and nothing is nested so deep
 * that it could not be written again.
 */
export function createJsonLineDecoder(
  onLine: (line: JsonLine) => void,
  { limitBytes = DEFAULT_LINE_LIMIT_BYTES, isWanted = () => true }: LineOptions = {},
): JsonLineDecoder {
  let parts: Uint8Array[] = [];
  let heldBytes = 0;
  let skippedBytes = 0;
  let excerpt = '';

  const take = (part: Uint8Array): void => {
    if (skippedBytes > 0) {
      skippedBytes += part.length;
    } else if (heldBytes + part.length > limitBytes) {
      skippedBytes = heldBytes + part.length;
      excerpt = Buffer.concat([...parts, part.subarray(0, EXCERPT_BYTES)]).toString('utf8', 0, EXCERPT_BYTES);
      parts = [];
      heldBytes = 0;
    } else if (part.length > 0) {
      parts.push(part);
      heldBytes += part.length;
    }
  };

  const flush = (isComplete: boolean): void => {
    const bytes = joined(parts);
    const whole = (): JsonLine | null =>
      isWanted(bytes) ? classify(bytes.toString('utf8'), isComplete) : null;
    const line = skippedBytes > 0 ? oversized(skippedBytes, excerpt) : whole();
    parts = [];
    heldBytes = 0;
    skippedBytes = 0;
    if (line !== null) onLine(line);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, end));
        flush(true);
        start = end + 1;
      }
      take(chunk.subarray(start));
    },
    end: () => flush(false),
  };
}

/** The lines of a stream of bytes, until it ends. A consumer that is slow slows the stream down. */
export async function* readJsonLines(
  stream: Readable,
  options?: LineOptions,
): AsyncGenerator<JsonLine, void> {
  let lines: JsonLine[] = [];
  const decoder = createJsonLineDecoder((line) => lines.push(line), options);
  for await (const chunk of stream) {
    decoder.push(chunk as Uint8Array);
    const ready = lines;
    lines = [];
    yield* ready;
  }
  decoder.end();
  yield* lines;
}

function joined(parts: readonly Uint8Array[]): Buffer {
  const [first, second] = parts;
  // Most lines come in one piece, which need not be copied.
  if (first === undefined || second !== undefined) return Buffer.concat(parts);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

function oversized(bytes: number, excerpt: string): JsonLine {
  return { kind: 'oversized', bytes, excerpt };
}

/** null for a blank line. A last line without its line break counts when it is whole JSON. */
function classify(raw: string, isComplete: boolean): JsonLine | null {
  const text = raw.trim();
  if (text === '') return null;
  const value = text.startsWith('{') || text.startsWith('[') ? parse(text) : undefined;
  if (isRecord(value)) return { kind: 'object', value };
  if (Array.isArray(value)) return { kind: 'array', values: value };
  return isComplete ? { kind: 'noise', text } : { kind: 'incomplete', text };
}

function parse(text: string): unknown {
  try {
    return boundDepth(JSON.parse(text));
  } catch {
    // Not JSON: the caller reports the line as noise.
    return undefined;
  }
}
