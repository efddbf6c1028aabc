import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';
import { MCP_LISTS, type McpList } from '../protocol/mcp-lists.ts';
import { toPrompt, toResource, toTemplate } from '../translate/to-offers.ts';

const MAX_PAGES = 64;
const MAX_ITEMS = 1000;

export const PROMPTS: OfferKind<McpPrompt> = {
  ...MCP_LISTS.prompts,
  translate: toPrompt,
  idOf: ({ name }) => name,
};

export const RESOURCES: OfferKind<McpResource> = {
  ...MCP_LISTS.resources,
  translate: toResource,
  idOf: ({ uri }) => uri,
};

export const TEMPLATES: OfferKind<McpResourceTemplate> = {
  ...MCP_LISTS.templates,
  translate: toTemplate,
  idOf: ({ uriTemplate }) => uriTemplate,
};

/** What came of reading a list: all that can be used, and what was wrong with it, one line each. */
export interface Fetched<T> {
  items: T[];
  problems: string[];
}

/**
 * The items of a list on all its pages. Ends at a page that was there before, and when
 * there is too much. Rejects as `fetchPage`, and with SimseError('protocol') for a page without a list.
 */
export async function fetchPages(
  { method, key }: McpList,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
  maxItems = MAX_ITEMS,
): Promise<Fetched<unknown>> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    if (!isRecord(page) || !Array.isArray(page[key])) {
      throw new SimseError('protocol', `answered ${method} without a list of ${key}`);
    }
    items.push(...(page[key] as unknown[]).slice(0, maxItems + 1));
    const next = page['nextCursor'];
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      return {
        items: items.slice(0, maxItems),
        problems: [`${method} repeats a page; the rest was left out`],
      };
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined && seen.size < MAX_PAGES && items.length < maxItems);

  const isCut = cursor !== undefined || items.length > maxItems;
  const problems = isCut
    ? [`offers over ${maxItems} ${key} or ${MAX_PAGES} pages; the rest was left out`]
    : [];
  return { items: items.slice(0, maxItems), problems };
}

/** A list of what servers offer beside tools, and how its items are read. */
export interface OfferKind<T> extends McpList {
  /** null for one that cannot be used. */
  translate(server: string, raw: Readonly<Record<string, unknown>>): T | null;
  idOf(item: T): string;
}

/** Everything of a kind that a server offers; what is malformed or doubled is left out and reported. */
export async function fetchOffers<T>(
  { translate, idOf, ...list }: OfferKind<T>,
  server: string,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<Fetched<T>> {
  const { items, problems } = await fetchPages(list, fetchPage);
  const offered = new Map<string, T>();
  for (const raw of items) {
    const item = isRecord(raw) ? translate(server, raw) : null;
    if (item === null) problems.push(`a malformed ${list.noun} was skipped`);
    else if (offered.has(idOf(item)))
      problems.push(`${list.noun} ${idOf(item)} is listed twice; the first one counts`);
    else offered.set(idOf(item), item);
  }
  return { items: [...offered.values()], problems };
}
