import type { IncomingMessage, ServerResponse } from 'node:http';

/** Something that an HTTP server serves under paths of its own. */
export interface HttpRoute extends AsyncDisposable {
  matches(path: string): boolean;
  /** Answers; what it throws ends the connection. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
