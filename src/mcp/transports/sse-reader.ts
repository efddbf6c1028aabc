import { createLineCutter, type TextLine } from './line-cutter.ts';

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** `message` when the server names none. */
  event: string;
  /** Its data lines, joined by `\n`; empty for one that only sets an id or a time. */
  data: string;
  /** What to continue after, when the stream breaks. */
  id?: string;
  /** Milliseconds to wait before the stream is opened again. */
  retry?: number;
}

/**
 * The events of a response body, until it ends; rejects when it breaks. An event over `limitBytes` is skipped and its
 * size told. One that the stream ends in the middle of is not delivered, as the standard wants it. Leaving the loop
 * cancels the body.
 */
export async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onDropped: (bytes: number) => void = () => {},
): AsyncGenerator<ServerSentEvent, void> {
  const decode = createEventDecoder(limitBytes, onDropped);
  for await (const chunk of body) yield* decode(chunk);
}

/**
 * As readServerSentEvents, for whoever has the chunks: gives the events that each one completes. Not by eventsource-parser: its
 * limit counts characters, and only of what is left over of a chunk; past it the parser takes no more, and once reset reads the
 * rest of the oversized event as if it were a new one.
 */
export function createEventDecoder(
  limitBytes: number,
  onDropped: (bytes: number) => void = () => {},
): (chunk: Uint8Array) => ServerSentEvent[] {
  const cut = createLineCutter(limitBytes);
  let isFirstLine = true;
  let block: Block = emptyBlock();

  const take = ({ text, bytes }: TextLine): ServerSentEvent | null => {
    const line = isFirstLine ? text.replace(/^\uFEFF/, '') : text;
    isFirstLine = false;
    if (bytes > 0) {
      addLine(block, line, bytes, limitBytes);
      return null;
    }
    const { bytes: size, data, ...fields } = block;
    block = emptyBlock();
    if (size > limitBytes) onDropped(size);
    else if (data !== null || fields.id !== undefined || fields.retry !== undefined) {
      return { ...fields, data: data?.join('\n') ?? '' };
    }
    return null;
  };

  return (chunk) => cut(chunk).flatMap((line) => take(line) ?? []);
}

/** The lines of an event that is not complete yet. */
interface Block extends Omit<ServerSentEvent, 'data'> {
  data: string[] | null;
  bytes: number;
}

function emptyBlock(): Block {
  return { event: 'message', data: null, bytes: 0 };
}

function addLine(block: Block, line: string, bytes: number, limitBytes: number): void {
  if (line.startsWith(':')) return;
  block.bytes += bytes;
  if (block.bytes > limitBytes) {
    block.data = null;
    return;
  }
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  switch (name) {
    case 'data':
      (block.data ??= []).push(value);
      break;
    case 'event':
      block.event = value === '' ? 'message' : value;
      break;
    case 'id':
      if (!value.includes('\0')) block.id = value;
      break;
    case 'retry':
      if (/^\d{1,9}$/.test(value)) block.retry = Number(value);
      break;
    default:
  }
}
