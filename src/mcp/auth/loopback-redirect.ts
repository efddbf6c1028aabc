import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { isSameIssuer } from './credential-store.ts';

const HOST = '127.0.0.1';
const PATH = '/callback';

/** Where a login page sends the browser back to, on this machine. */
export interface LoopbackRedirect extends AsyncDisposable {
  readonly redirectUri: string;
  /** The first answer to this login; all others are turned away. */
  readonly answered: Promise<AuthorizationResponse>;
  /** How many answers to some other login came. */
  strays(): number;
}

/**
 * Waits for the answer to a login on the first of these ports that is free, 0 for any. Rejects with
 * SimseError('auth_required') when none is.
 */
export async function openLoopbackRedirect(
  ports: readonly number[],
  expected: ExpectedResponse,
): Promise<LoopbackRedirect> {
  let settle: (answer: AuthorizationResponse) => void;
  let isAnswered = false;
  let strays = 0;
  const answered = new Promise<AuthorizationResponse>((resolve) => {
    settle = resolve;
  });
  const server = createServer(({ method, url = '' }, response) => {
    const address = URL.canParse(url, `http://${HOST}`) ? new URL(url, `http://${HOST}`) : null;
    if (isAnswered || method !== 'GET' || address?.pathname !== PATH) {
      send(response, strayPage());
      return;
    }
    const answer = readAuthorizationResponse(address, expected);
    if (answer === null) strays += 1;
    isAnswered = answer !== null;
    send(response, responsePage(answer), () => {
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

/** What tells the answer to this login from any other. */
export interface ExpectedResponse {
  /** Made for this login alone. */
  state: string;
  issuer: string;
  /** Whether the authorization server says that it always names itself (RFC 9207). */
  namesIssuer: boolean;
}

export type AuthorizationResponse = { code: string } | { failure: SimseError };

/** What the address says that the login page ended at; null when it is not the answer to this login. */
export function readAuthorizationResponse(
  { searchParams }: URL,
  { state, issuer, namesIssuer }: ExpectedResponse,
): AuthorizationResponse | null {
  if (searchParams.get('state') !== state) return null;
  const from = searchParams.get('iss');
  if (from === null ? namesIssuer : !isSameIssuer(from, issuer))
    return { failure: otherIssuer(from, issuer) };
  const code = searchParams.get('code');
  if (code !== null && code !== '') return { code };
  const error = cleanLine(searchParams.get('error') ?? 'no code came').slice(0, 100);
  const why = cleanLine(searchParams.get('error_description') ?? '').slice(0, 200);
  return {
    failure: new SimseError('auth_required', `refused the login: ${error}${why === '' ? '' : `: ${why}`}`),
  };
}

/** Somebody mixes up two authorization servers, to have the code of one sent to the other. */
function otherIssuer(from: string | null, issuer: string): SimseError {
  const who = from === null ? 'an unnamed issuer' : cleanLine(from).slice(0, 200);
  return new SimseError(
    'protocol',
    `had its login answered by ${who}, not by ${cleanLine(issuer)}; the login was stopped`,
  );
}

interface RedirectPage {
  status: number;
  html: string;
}

/** What the user's browser shows after the login; null is an answer to some other login. */
function responsePage(answer: AuthorizationResponse | null): RedirectPage {
  if (answer === null) {
    return page(
      400,
      'This is not the login simse is waiting for',
      'Continue in the newest login page, or start again.',
    );
  }
  if ('failure' in answer) {
    return page(200, 'The login failed', `The server ${answer.failure.message}.`);
  }
  return page(200, 'You are logged in', 'You can close this page and go back to simse.');
}

/** Of all other addresses, and of every answer but the first. */
function strayPage(): RedirectPage {
  return page(404, 'There is nothing here', 'You can close this page.');
}

function page(status: number, title: string, text: string): RedirectPage {
  const style =
    'font:1rem/1.5 system-ui;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark';
  return {
    status,
    html: `<!doctype html><meta charset="utf-8"><title>simse</title><body style="${style}"><h1>${escape(title)}</h1><p>${escape(text)}</p>`,
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `onSent` is called once the page has gone out, or the browser has. */
function send(response: ServerResponse, { status, html }: RedirectPage, onSent?: () => void): void {
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
  throw new SimseError('auth_required', `needs port ${ports.join(' or ')} for its login, but it is in use`, {
    hint: 'Stop what uses it, or remove "callbackPort" from mcp.json.',
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
