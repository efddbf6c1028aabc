import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface HttpAnswer {
  status: number;
  headers?: Record<string, string>;
  /** The body. */
  json?: unknown;
}

type Answer = (request: IncomingMessage, body: string) => HttpAnswer | Promise<HttpAnswer>;

/** Serves on a free port of this machine until the test ends. Resolves with the origin. */
export async function serveHttp(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { status, headers = {}, json } = await answer(request, await text(request));
      const body = json === undefined ? '' : JSON.stringify(json);
      response.writeHead(
        status,
        json === undefined ? headers : { 'content-type': 'application/json', ...headers },
      );
      response.end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
