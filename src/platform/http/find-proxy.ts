import { BlockList, isIP } from 'node:net';
import { cleanLine } from '../../core/text/clean-text.ts';
import { ProxyFailure } from './network-problems.ts';

const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[?::1\]?)$/i;
/** As Chrome spells the wish that this machine, too, is reached through the proxy. */
const WITH_LOOPBACK = '<-loopback>';
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
};

/**
 * Whether a url is reached without the proxy: this machine always, unless NO_PROXY has `<-loopback>`, and what NO_PROXY lists
 * with commas or blanks between: `*`, a host with its subdomains (also as `.host` and `*.host`), an address, a network as
 * 10.0.0.0/8; a host or an address may have a port.
 */
function isBypassed(target: URL, noProxy: string): boolean {
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  if (LOOPBACK.test(target.hostname) && !entries.includes(WITH_LOOPBACK)) return true;
  const host = withoutBrackets(target.hostname.toLowerCase()).replace(/\.$/, '');
  const port = target.port || (DEFAULT_PORTS[target.protocol] ?? '');
  return entries.some((entry) => entry === '*' || (entry !== '' && isFor(entry, host, port)));
}

function isFor(entry: string, host: string, port: string): boolean {
  if (entry.includes('/')) return isInNetwork(entry, host);
  const { name, port: wanted } = splitPort(entry);
  if (wanted !== null && wanted !== port) return false;
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return bare !== '' && (host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`)));
}

function isInNetwork(entry: string, host: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const prefix = Number(bits);
  const family = isIP(network);
  if (
    family === 0 ||
    isIP(host) !== family ||
    bits === '' ||
    !(prefix >= 0 && prefix <= (family === 6 ? 128 : 32))
  )
    return false;
  const list = new BlockList();
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(network, prefix, kind);
  return list.check(host, kind);
}

function splitPort(entry: string): { name: string; port: string | null } {
  if (isIP(entry) === 6) return { name: entry, port: null };
  const parts = /^(.*?)(?::(\d+))?$/.exec(entry);
  return { name: withoutBrackets(parts?.[1] ?? entry), port: parts?.[2] ?? null };
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

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
    throw new ProxyFailure(`${variable} is not a proxy URL`, {
      isFinal: true,
      hint: `Write it as http://host:port.`,
    });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ProxyFailure(
      `${variable} names an unsupported kind of proxy: ${cleanLine(url.protocol.slice(0, -1))}`,
      {
        isFinal: true,
        hint: 'simse goes through HTTP proxies: name one in HTTPS_PROXY and HTTP_PROXY, or the host in NO_PROXY.',
      },
    );
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
