import { cleanLine } from '../../core/text/clean-text.ts';
import { isBypassed } from './is-bypassed.ts';
import { ProxyFailure } from './proxy-failure.ts';

/** What stands between simse and a server. */
export interface Proxy {
  /** Without the name and password that the user wrote into it. */
  url: URL;
  /** The value of Proxy-Authorization, if the user has given a name and password. */
  authorization: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** As curl reads them; of a name in both cases the one in small letters counts. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'http:': ['http_proxy', 'all_proxy'],
  'ws:': ['http_proxy', 'all_proxy'],
  'https:': ['https_proxy', 'all_proxy'],
  'wss:': ['https_proxy', 'all_proxy'],
};

/**
 * The proxy that the environment names for a url, by HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY; null for none. Throws a
 * ProxyFailure for one that cannot be used: going around it is not simse's to decide.
 */
export function findProxy(target: URL, env: Environment = process.env): Proxy | null {
  const variable = VARIABLES[target.protocol]?.find((name) => valueOf(env, name) !== '');
  if (variable === undefined || isBypassed(target, valueOf(env, 'no_proxy'))) return null;
  return parseProxy(valueOf(env, variable), variable.toUpperCase());
}

function valueOf(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

function parseProxy(value: string, variable: string): Proxy {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.hostname === '')
    throw new ProxyFailure(`${variable} is no address of a proxy`, {
      isFinal: true,
      hint: `Write it as http://host:port.`,
    });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ProxyFailure(`${variable} names a proxy of the kind ${cleanLine(url.protocol.slice(0, -1))}`, {
      isFinal: true,
      hint: 'simse goes through HTTP proxies: name one in HTTPS_PROXY and HTTP_PROXY, or the host in NO_PROXY.',
    });
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { url, authorization: username === '' && password === '' ? null : basic(username, password) };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** A percent sign that stands for itself is common in passwords. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return part; // Bytes that are no text.
  }
}
