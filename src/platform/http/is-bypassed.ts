import { BlockList, isIP } from 'node:net';

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
export function isBypassed(target: URL, noProxy: string): boolean {
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
