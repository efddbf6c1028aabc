import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { SimseError } from '../../core/errors.ts';

/**
 * What a connection needs of a transport beyond the SDK's contract. One object serves one connection.
 *
 * `send` of a request may stay pending until its answer has been delivered. It rejects with a SimseError when there will
 * be no answer: the request then rejects with the same error, and the others go on. Once written a request
 * is never sent again by a transport.
 *
 * A session that expired: every request that the server turned away for it rejects with a `TransportFailure` of the kind
 * `session_expired`; it was not run. Later, within about a second, the connection closes with such a `closeError`. What is
 * in flight then was taken by the server, and has to fail with the reason, not with that error. The host connects anew at
 * once, without a notice and without counting a failure, and sends each request that was turned away once more; what it is
 * answered then stands. A connection that lasted for seconds only is an ordinary failed attempt, however it ended.
 *
 * `start` returns at once: what takes its time belongs to the first `send`, which the deadline of the handshake covers.
 */
export interface ServerTransport extends Transport {
  /** Of the server's process, where it is a child of simse. */
  readonly pid?: number | undefined;
  /** Which transport it turned out to be, where the entry leaves that open. */
  readonly detectedAs?: 'http' | 'sse';
  /** How the connection ended, one line: the exit code and what the server wrote last. Final once `onclose` is called. */
  closeReason(): string;
  /** What ended the connection, where the host can do better than to start it again by its schedule. Final as the reason. */
  readonly closeError?: SimseError | undefined;
  /** Ends everything that the transport holds. May be called often; never rejects. */
  close(): Promise<void>;
}

/** What a transport reports beside messages. Listeners must not throw. */
export interface TransportNotes {
  /** Something arrived that is no message. One line. */
  onNoise(line: string): void;
  /** The server wrote a line to its stderr. */
  onStderr?(line: string): void;
  /** A message over the size limit was dropped: a request may now never be answered. */
  onDropped(bytes: number): void;
}
