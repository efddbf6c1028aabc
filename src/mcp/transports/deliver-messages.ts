import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../core/json.ts';
import { parseBounded } from '../../core/rpc/message-bounds.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { JsonLine } from '../../platform/json-lines.ts';
import type { TransportNotes } from './server-transport.ts';

const EXCERPT_CHARS = 200;

/**
 * Hands on the message, or the batch of messages, that a text holds, and reports one that holds none. Whether a message is
 * valid JSON-RPC is for who takes it to check.
 */
export function deliverText(
  text: string,
  notes: TransportNotes,
  onMessage: (message: JSONRPCMessage) => void,
): void {
  const value = parseBounded(text);
  const messages = Array.isArray(value) ? value : [value];
  for (const message of messages) {
    if (isRecord(message)) onMessage(message as JSONRPCMessage);
    else notes.onNoise(`not a message: ${cleanLine(text.slice(0, EXCERPT_CHARS))}`);
  }
}

/** Hands a line's messages on, and reports what is none. Whether a message is valid JSON-RPC is for who takes it to check. */
export function deliverLine(
  line: JsonLine,
  notes: TransportNotes,
  onMessage: (message: JSONRPCMessage) => void,
): void {
  switch (line.kind) {
    case 'object':
      onMessage(line.value as JSONRPCMessage);
      break;
    case 'array':
      for (const message of line.values) onMessage(message as JSONRPCMessage);
      break;
    case 'oversized':
      notes.onDropped(line.bytes);
      break;
    case 'noise':
    case 'incomplete':
      notes.onNoise(`not a message: ${cleanLine(line.text.slice(0, EXCERPT_CHARS))}`);
      break;
  }
}
