import type { IncomingMessage, ServerResponse } from 'node:http';

/** Something that an HTTP server serves under paths of its own. */
export interface HttpRoute extends AsyncDisposable {
  /** The JSON-RPC code of a request that does not show the secret, where the route has one for it. */
  readonly unauthorizedCode?: number;
  matches(path: string): boolean;
  /** Answers; what it throws ends the connection. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
