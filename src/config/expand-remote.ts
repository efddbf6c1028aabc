import { SimseError } from '../core/errors.ts';
import { quoteCommandLine, splitCommandLine } from '../platform/command-line.ts';
import { detectTransport } from './detect-transport.ts';
import { expandValues } from './expand-values.ts';
import { type Environment, expandVariables } from './expand-variables.ts';
import type { RemoteServerConfig } from './mcp-server-config.ts';
import type { ServerAuth } from './server-auth.ts';

/** A remote server with its variables replaced. Throws SimseError('config') that names `where`, never a value. */
export function expandRemote(value: RemoteServerConfig, env: Environment, where: string): RemoteServerConfig {
  const { url, auth } = splitUserinfo(expandVariables(value.url, env, where), where);
  const chosen = value.detected ? detectTransport(url) : { transport: value.transport };
  checkScheme(url, chosen.transport, where);
  return {
    ...value,
    ...chosen,
    url,
    headers: expandValues(value.headers, env, where),
    ...(value.auth === undefined ? auth : { auth: expandValues(value.auth, env, where) }),
    ...(value.headersHelper === undefined
      ? {}
      : { headersHelper: expandWords(value.headersHelper, env, where) }),
  };
}

/** `https://user:password@host`, which no request can be sent to, as the address and what logs in there. */
function splitUserinfo(text: string, where: string): { url: string; auth: { auth?: ServerAuth } } {
  if (!URL.canParse(text)) throw notAnAddress(where);
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { url: text, auth: {} };
  const auth = {
    type: 'basic' as const,
    username: decode(url.username),
    password: decode(url.password),
  };
  url.username = '';
  url.password = '';
  return { url: url.href, auth: { auth } };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A percent sign that was meant as one.
  }
}

/** The text of a url may hold a secret, so the message does not show it. */
function checkScheme(url: string, transport: RemoteServerConfig['transport'], where: string): void {
  const { protocol } = new URL(url);
  if (!/^(?:https?|wss?):$/.test(protocol)) throw notAnAddress(where);
  const isSocket = protocol.startsWith('ws');
  if (isSocket === (transport === 'websocket')) return;
  throw new SimseError(
    'config',
    `${where}: "url" is a ${protocol.slice(0, -1)} address, which is none for the transport "${transport}".`,
  );
}

function notAnAddress(where: string): SimseError {
  return new SimseError('config', `${where}: "url" is not an http, https, ws or wss address.`);
}

/** Word by word, so that no value of a variable becomes two words. */
function expandWords(line: string, env: Environment, where: string): string {
  return quoteCommandLine(splitCommandLine(line).map((word) => expandVariables(word, env, where)));
}
