import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { discard } from './read-body.ts';
import type { RemoteAccess } from './remote-access.ts';
import { serverUrl } from './server-url.ts';

const SESSION_HEADER = 'mcp-session-id';
const EVENT_STREAM = 'text/event-stream';

/** The one address of a Streamable HTTP server, the session at it, and the three requests that it takes. */
export class HttpEndpoint {
  readonly server: string;
  readonly #url: URL;
  readonly #access: RemoteAccess;
  #sessionId: string | null = null;
  protocolVersion: string | undefined;

  constructor(config: RemoteServerConfig, access: RemoteAccess) {
    this.server = config.name;
    this.#url = serverUrl(config);
    this.#access = access;
  }

  get hasSession(): boolean {
    return this.#sessionId !== null;
  }

  /** Begins the session that an answer to initialize names; a server without sessions names none. */
  adoptSession({ headers }: Response): void {
    this.#sessionId = headers.get(SESSION_HEADER);
  }

  post(message: JSONRPCMessage, signal: AbortSignal): Promise<Response> {
    return this.#access.fetch(this.#url, {
      method: 'POST',
      headers: this.#headers({
        accept: `application/json, ${EVENT_STREAM}`,
        'content-type': 'application/json',
      }),
      body: JSON.stringify(message),
      signal,
    });
  }

  /** Asks for a stream of messages: one that is continued after an event, or the standing one of the session. */
  listen(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const after = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return this.#access.fetch(this.#url, {
      headers: this.#headers({ accept: EVENT_STREAM, ...after }),
      signal,
    });
  }

  /** Tells the server that the session is over, if there is one. Never rejects. */
  async leave(signal: AbortSignal): Promise<void> {
    if (!this.hasSession) return;
    try {
      await discard(
        await this.#access.fetch(this.#url, { method: 'DELETE', headers: this.#headers({}), signal }),
      );
    } catch {
      // The session then ends when the server is tired of it.
    }
  }

  #headers(own: Record<string, string>): Record<string, string> {
    return {
      ...own,
      ...(this.#sessionId === null ? {} : { [SESSION_HEADER]: this.#sessionId }),
      ...(this.protocolVersion === undefined ? {} : { 'mcp-protocol-version': this.protocolVersion }),
    };
  }
}

/** What a body is, without the parameters of its type; empty when the server does not say. */
export function contentType({ headers }: Response): string {
  return (headers.get('content-type')?.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a response is a success with a stream of events. */
export function isEventStream(response: Response): boolean {
  return response.ok && contentType(response) === EVENT_STREAM;
}
