import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isLoopbackAddress } from '../../platform/loopback.ts';

/** Networks of a machine, a home or a company, which pages and programs outside have no business with. */
const INSIDE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
];
const INSIDE_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
];
const LOOPBACK_NAME = /^(?:.+\.)?localhost\.?$/i;

const inside = new BlockList();
for (const [network, prefix] of INSIDE_IPV4) inside.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of INSIDE_IPV6) inside.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one of this machine or of a private or link-local network. */
export function isInsideAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the host of a url is this machine, by its name alone. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname) || isLoopbackAddress(withoutBrackets(hostname));
}

/** Whether the host of a url, or any address that its name stands for, is inside. A name that is unknown is not. */
export async function isInsideHost(hostname: string): Promise<boolean> {
  const host = withoutBrackets(hostname);
  if (isLoopbackHost(host) || isInsideAddress(host)) return true;
  if (isIP(host) !== 0) return false;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isInsideAddress(address));
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
