import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SimseError } from '../../core/errors.ts';
import { type CallbackPage, callbackPage, strayPage } from './callback-page.ts';
import { type ExpectedAnswer, type LogInAnswer, readAnswer } from './read-answer.ts';

const HOST = '127.0.0.1';
const PATH = '/callback';

/** Where a login page sends the browser back to, on this machine. */
export interface Callback extends AsyncDisposable {
  readonly redirectUri: string;
  /** The first answer to this login; all others are turned away. */
  readonly answered: Promise<LogInAnswer>;
  /** How many answers to some other login came. */
  strays(): number;
}

/**
 * Waits for the answer to a login on the first of these ports that is free, 0 for any. Rejects with
 * SimseError('auth_required') when none is.
 */
export async function openCallback(ports: readonly number[], expected: ExpectedAnswer): Promise<Callback> {
  let settle: (answer: LogInAnswer) => void;
  let isAnswered = false;
  let strays = 0;
  const answered = new Promise<LogInAnswer>((resolve) => {
    settle = resolve;
  });
  const server = createServer(({ method, url = '' }, response) => {
    const address = URL.canParse(url, `http://${HOST}`) ? new URL(url, `http://${HOST}`) : null;
    if (isAnswered || method !== 'GET' || address?.pathname !== PATH) {
      send(response, strayPage());
      return;
    }
    const answer = readAnswer(address, expected);
    if (answer === null) strays += 1;
    isAnswered = answer !== null;
    send(response, callbackPage(answer), () => {
      if (answer !== null) settle(answer);
    });
  });
  const port = await listenOnFirst(server, ports);
  return {
    redirectUri: `http://${HOST}:${port}${PATH}`,
    answered,
    strays: () => strays,
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** `onSent` is called once the page has gone out, or the browser has. */
function send(response: ServerResponse, { status, html }: CallbackPage, onSent?: () => void): void {
  if (onSent !== undefined) response.once('close', onSent);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(html);
}

async function listenOnFirst(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) if (await listen(server, port)) return (server.address() as AddressInfo).port;
  throw new SimseError('auth_required', `needs port ${ports.join(' or ')} for its login, which is in use`, {
    hint: 'End what uses it, or leave "callbackPort" out of mcp.json.',
  });
}

/** False when the port is taken. */
function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const onError = (): void => resolve(false);
    server.once('error', onError);
    server.listen(port, HOST, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
