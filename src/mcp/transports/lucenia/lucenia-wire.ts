import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { SimseError } from '../../../core/errors.ts';
import type { ServerSentEvent } from '../sse-reader.ts';
import type { SessionLink } from './open-stream.ts';

/** One of the two ways in which servers of this kind are spoken to, for as long as its session lasts. */
export interface LuceniaWire {
  /** As of a transport: settles when the message has been answered, or will not be. */
  send(message: JSONRPCMessage): Promise<void>;
  /** An event that followed the greeting. Does not throw. */
  take(event: ServerSentEvent): void;
  /** Settles whatever waits for an answer: there will be none. */
  end(error: SimseError): void;
}

/** What a wire is given of its transport. */
export interface WireLink extends SessionLink {
  onMessage(message: JSONRPCMessage): void;
  /** The server turned a message away, and will any other: it has forgotten the session, or wants a login for it. */
  onLost(failure: SimseError): void;
}
