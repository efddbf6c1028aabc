import { SimseError } from './errors.ts';
import { KNOWN_PROVIDERS, MODEL_PROTOCOLS, type ModelProtocol } from './known-providers.ts';

/** Where a model server is, and how to speak to it. */
export interface ProviderAddress {
  kind: ModelProtocol;
  /** Without a slash at the end, with the version. */
  baseUrl: string;
}

const HINT =
  'It is the address of an API, such as http://127.0.0.1:8000/v1, or anthropic+https://… for one that speaks as Anthropic does.';

/**
 * Reads the value of --provider: a URL, with `anthropic+`, `google+` or `openai-responses+` in front of it unless the server
 * speaks OpenAI's chat completions or is one that everybody knows. Throws SimseError('usage').
 */
export function parseProviderAddress(text: string): ProviderAddress {
  const { named, rest } = splitProtocol(text.trim());
  const problem = addressProblem(rest);
  if (problem !== null) throw new SimseError('usage', `--provider: ${problem}.`, { hint: HINT });
  const kind = named ?? protocolOf(rest);
  return { kind, baseUrl: completeAddress(rest, kind) };
}

/** Why a text is no address of a model server; null when it is one. */
export function addressProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return `${text} is no http(s) address`;
  if (url.username !== '' || url.password !== '') return 'a key does not belong into the address';
  if (url.search !== '' || url.hash !== '') return `${text} may have no "?" and no "#"`;
  return null;
}

/** An address as the libraries want it: with the version, where only a host is given. */
export function completeAddress(text: string, kind: ModelProtocol): string {
  const address = text.replace(/\/+$/, '');
  const isHost = parseUrl(address)?.pathname === '/';
  return isHost ? `${address}${kind === 'google' ? '/v1beta' : '/v1'}` : address;
}

function splitProtocol(text: string): { named: ModelProtocol | null; rest: string } {
  const named = MODEL_PROTOCOLS.find((protocol) => text.startsWith(`${protocol}+`));
  return named === undefined ? { named: null, rest: text } : { named, rest: text.slice(named.length + 1) };
}

function protocolOf(address: string): ModelProtocol {
  const known = KNOWN_PROVIDERS.find(({ baseUrl }) => isSameOrigin(baseUrl, address));
  return known?.kind ?? 'openai';
}

export function isSameOrigin(one: string, other: string): boolean {
  const origin = parseUrl(one)?.origin;
  return origin !== undefined && origin === parseUrl(other)?.origin;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
