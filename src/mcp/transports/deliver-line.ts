import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { JsonLine } from '../../platform/json-lines.ts';
import type { TransportNotes } from './server-transport.ts';

const EXCERPT_CHARS = 200;

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
