import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cleanLine } from '../../core/text/clean-text.ts';
import { isRecord } from '../../core/json.ts';
import { parseJson } from './parse-json.ts';
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
  const value = parseJson(text);
  const messages = Array.isArray(value) ? value : [value];
  for (const message of messages) {
    if (isRecord(message)) onMessage(message as JSONRPCMessage);
    else notes.onNoise(`not a message: ${cleanLine(text.slice(0, EXCERPT_CHARS))}`);
  }
}
