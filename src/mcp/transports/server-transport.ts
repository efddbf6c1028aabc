import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** What a connection needs of a transport beyond the SDK's contract. One object serves one connection. */
export interface ServerTransport extends Transport {
  /** Of the server's process, where it is a child of simse. */
  readonly pid?: number | undefined;
  /** What was agreed on in the handshake. */
  readonly protocolVersion: string | undefined;
  /** How the connection ended, one line: the exit code and what the server wrote last. Final once `onclose` is called. */
  closeReason(): string;
  /** Ends everything that the transport holds. May be called often; never rejects. */
  close(): Promise<void>;
}

/** What a transport reports beside messages. Listeners must not throw. */
export interface TransportNotes {
  /** Something arrived that is no message, or the server wrote to its log. One line. */
  onNoise(line: string): void;
  /** A message over the size limit was dropped: a request may now never be answered. */
  onDropped(bytes: number): void;
}
