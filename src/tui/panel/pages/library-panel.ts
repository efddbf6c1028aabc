import { cleanLine } from '../../../core/text/clean-text.ts';
import type { LibraryEntryInfo, LibraryHit } from '../../../core/ports/library.ts';
import { countOf } from '../../draw/quantities.ts';
import { span } from '../../draw/span.ts';
import type { PanelSources } from '../panel-content.ts';
import type { ListPage, PanelItem } from '../panel-page.ts';
import { emptyText, type Source, valueOf } from '../source.ts';
import { addNoteKey } from './library-keys.ts';
import { entryPage, entrySource } from './library-entry-page.ts';

/** How long nobody may have typed before the library is searched. */
const CALM_MS = 80;
const MAX_HITS = 50;

/** What is listed: entries as they are, or hits with what fits in them. */
type Listed = LibraryEntryInfo & Partial<Pick<LibraryHit, 'excerpt'>>;

/** `/library`: every entry under its topic; what is typed is searched for in all that they say. */
export function libraryPanel({ loads }: PanelSources, typed: string): ListPage {
  const source = entriesFor(typed.trim());
  const loaded = loads.of(source);
  const entries = valueOf(loaded) ?? [];
  const isSearched = typed.trim() !== '';
  return {
    kind: 'list',
    title: 'Library',
    note: entries.length === 0 ? '' : countOf(entries.length, 'entry', 'entries'),
    needs: [source],
    items: entries.map((entry) => entryItem(entry, isSearched)),
    isSearch: true,
    keys: [addNoteKey()],
    empty: emptyText(loaded, isSearched ? `Nothing is said of "${typed.trim()}".` : 'The library is empty.'),
    open(id) {
      const entry = entrySource(id);
      return entryPage(id, entry, loads.of(entry));
    },
  };
}

function entriesFor(text: string): Source<readonly Listed[]> {
  return {
    key: `library ${text}`,
    family: 'library',
    calmMs: CALM_MS,
    load: async ({ library }) =>
      text === '' ? byTopic(await library.list({})) : library.search({ text, limit: MAX_HITS }),
    watch: ({ library }, changed) => library.onChange(changed),
  };
}

/** The topics by name; in each the newest entry first, as they come. */
function byTopic(entries: readonly LibraryEntryInfo[]): LibraryEntryInfo[] {
  return entries.toSorted((one, other) => one.topic.localeCompare(other.topic));
}

/** Hits are in the order in which they fit, so that each names its topic. */
function entryItem({ id, title, topic, created, tags, excerpt }: Listed, isSearched: boolean): PanelItem {
  const told = excerpt ?? tags.map((tag) => `#${tag}`).join(' ');
  const place = isSearched ? span(topic, 'accent') : span(created.slice(0, 10), 'dim');
  return {
    id,
    cells: [span(cleanLine(title)), place, span(cleanLine(told), 'dim')],
    ...(isSearched ? {} : { section: topic }),
  };
}
