import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Seen {
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  headers: IncomingMessage['headers'][];
}

type Answers = Readonly<Record<string, unknown>>;

/** A server that answers paths with JSON, `'silent'` with nothing at all, and everything else with 404. */
export async function jsonServer(answers: Answers): Promise<Seen> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    headers.push(request.headers);
    const answer = answers[path];
    if (answer === 'silent') return;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, headers };
}

/** A list of models as most providers have it. */
export const listOf = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });

/** An address where nothing listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
