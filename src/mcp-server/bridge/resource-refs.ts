import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
import type { ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpOffers, McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';

const SCHEME = 'simse://';
const MAX_LINKS = 2000;

/** A resource of a server. */
export interface ResourceRef {
  server: string;
  /** As the server knows it. */
  uri: string;
}

/**
 * Under what uri an agent finds each resource: the server's own, or `simse://server/uri` where several servers have the
 * same. `uris` are as the servers list them.
 */
export function bridgedUris(uris: readonly string[]): (place: ResourceRef) => string {
  const counts = new Map<string, number>();
  for (const uri of uris) counts.set(uri, (counts.get(uri) ?? 0) + 1);
  return ({ server, uri }) =>
    (counts.get(uri) ?? 0) > 1 || uri.startsWith(SCHEME) ? `${SCHEME}${server}/${uri}` : uri;
}

/**
 * The resource that an agent means: one whose server it names, that one server lists, that a tool gave a link to, or that
 * fits the template of one server; else it belongs to the only server that has any. Throws `not_found`.
 */
export function findResource(address: string, offers: McpOffers, links: ResourceLinks): ResourceRef {
  const named = splitAddress(address);
  if (named !== null) return named;
  const listed = serversOf(offers.resources().filter(({ uri }) => uri === address));
  const linked = links.serverOf(address);
  const candidates = [
    listed,
    linked === undefined ? [] : [linked],
    serversOf(offers.templates().filter((template) => fits(template, address))),
    serversOf([...offers.resources(), ...offers.templates()]),
  ];
  const servers = candidates.find(({ length }) => length > 0) ?? [];
  const [server] = servers;
  if (server !== undefined && servers.length === 1) return { server, uri: address };
  const hint =
    server === undefined
      ? 'No MCP server offers any resource.'
      : `Name its server: ${servers.map((other) => `${SCHEME}${other}/${address}`).join(' or ')}`;
  throw new SimseError('not_found', `cannot tell which server has the resource ${address}`, { hint });
}

function splitAddress(address: string): ResourceRef | null {
  if (!address.startsWith(SCHEME)) return null;
  const slash = address.indexOf('/', SCHEME.length);
  if (slash < 0) return null;
  return { server: address.slice(SCHEME.length, slash), uri: address.slice(slash + 1) };
}

function serversOf(offered: readonly (McpResource | McpResourceTemplate)[]): string[] {
  return [...new Set(offered.map(({ server }) => server))];
}

function fits({ uriTemplate }: McpResourceTemplate, uri: string): boolean {
  try {
    return new UriTemplate(uriTemplate).match(uri) !== null;
  } catch {
    // What cannot be read as a template fits nothing.
    return false;
  }
}

/** Which server has last given a link to a resource. What tools link to need not be in any list. */
export class ResourceLinks {
  readonly #servers = new Map<string, string>();

  note(server: string, content: readonly ContentBlock[]): void {
    for (const block of content) {
      if (block.type !== 'resource_link') continue;
      this.#servers.delete(block.uri);
      this.#servers.set(block.uri, server);
      const [oldest] = this.#servers.keys();
      if (this.#servers.size > MAX_LINKS && oldest !== undefined) this.#servers.delete(oldest);
    }
  }

  serverOf(uri: string): string | undefined {
    return this.#servers.get(uri);
  }
}
