import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';

const MAX_PAGES = 64;
const MAX_ITEMS = 1000;

/** What came of reading a list: all that can be used, and what was wrong with it, one line each. */
export interface Fetched<T> {
  items: T[];
  problems: string[];
}

/**
 * The items of a list on all its pages, `key` being where a page has them. Ends at a page that was there before, and when
 * there is too much. Rejects as `fetchPage`, and with SimseError('protocol') for a page without a list.
 */
export async function fetchPages(
  method: string,
  key: string,
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<Fetched<unknown>> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    if (!isRecord(page) || !Array.isArray(page[key])) {
      throw new SimseError('protocol', `answered ${method} without a list of ${key}`);
    }
    items.push(...(page[key] as unknown[]).slice(0, MAX_ITEMS + 1));
    const next = page['nextCursor'];
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (cursor !== undefined && seen.has(cursor)) {
      return {
        items: items.slice(0, MAX_ITEMS),
        problems: [`${method} repeats a page; the rest was left out`],
      };
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined && seen.size < MAX_PAGES && items.length < MAX_ITEMS);

  const isCut = cursor !== undefined || items.length > MAX_ITEMS;
  const problems = isCut
    ? [`offers over ${MAX_ITEMS} ${key} or ${MAX_PAGES} pages; the rest was left out`]
    : [];
  return { items: items.slice(0, MAX_ITEMS), problems };
}
