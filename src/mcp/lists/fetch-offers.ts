import { isRecord } from '../../core/json.ts';
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';
import { toPrompt } from '../translate/to-prompt.ts';
import { toResource, toTemplate } from '../translate/to-resource.ts';
import { type Fetched, fetchPages } from './fetch-pages.ts';

/** A kind of thing that servers offer beside tools, and how it is read. */
export interface OfferKind<T> {
  method: string;
  /** Where a page has its items. */
  key: string;
  /** What one of them is called, and several. */
  noun: string;
  plural: string;
  /** null for one that cannot be used. */
  translate(server: string, raw: Readonly<Record<string, unknown>>): T | null;
  idOf(item: T): string;
}

export const PROMPTS: OfferKind<McpPrompt> = {
  method: 'prompts/list',
  key: 'prompts',
  noun: 'prompt',
  plural: 'prompts',
  translate: toPrompt,
  idOf: ({ name }) => name,
};

export const RESOURCES: OfferKind<McpResource> = {
  method: 'resources/list',
  key: 'resources',
  noun: 'resource',
  plural: 'resources',
  translate: toResource,
  idOf: ({ uri }) => uri,
};

export const TEMPLATES: OfferKind<McpResourceTemplate> = {
  method: 'resources/templates/list',
  key: 'resourceTemplates',
  noun: 'resource template',
  plural: 'resource templates',
  translate: toTemplate,
  idOf: ({ uriTemplate }) => uriTemplate,
};

/** Everything of a kind that a server offers; what is malformed or doubled is left out and reported. */
export async function fetchOffers<T>(
  { method, key, noun, translate, idOf }: OfferKind<T>,
  server: string,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<Fetched<T>> {
  const { items, problems } = await fetchPages(method, key, fetchPage);
  const offered = new Map<string, T>();
  for (const raw of items) {
    const item = isRecord(raw) ? translate(server, raw) : null;
    if (item === null) problems.push(`a malformed ${noun} was skipped`);
    else if (offered.has(idOf(item)))
      problems.push(`${noun} ${idOf(item)} is listed twice; the first one counts`);
    else offered.set(idOf(item), item);
  }
  return { items: [...offered.values()], problems };
}
