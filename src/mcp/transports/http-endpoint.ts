import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import {
  EVENT_STREAM,
  JSON_BODY,
  LAST_EVENT_HEADER,
  SESSION_HEADER,
  VERSION_HEADER,
} from '../protocol/http-names.ts';
import { discard } from './http-response.ts';
import type { RemoteAccess } from './server-transport.ts';

/** The address of an entry. Throws `config` for what is no http or https url; the text is not told, it may hold a secret. */
export function serverUrl({ url }: Pick<RemoteServerConfig, 'url'>): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new SimseError('config', 'has a "url" that is not an http or https address');
}

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
        accept: `${JSON_BODY}, ${EVENT_STREAM}`,
        'content-type': JSON_BODY,
      }),
      body: JSON.stringify(message),
      signal,
    });
  }

  /** Asks for a stream of messages: one that is continued after an event, or the standing one of the session. */
  listen(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const after = lastEventId === undefined ? {} : { [LAST_EVENT_HEADER]: lastEventId };
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
      ...(this.protocolVersion === undefined ? {} : { [VERSION_HEADER]: this.protocolVersion }),
    };
  }
}
