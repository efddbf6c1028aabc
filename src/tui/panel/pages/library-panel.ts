import type { LibraryEntry, LibraryEntryInfo, LibraryHit } from '../../../core/ports/library.ts';
import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { wrapLines } from '../../draw/line.ts';
import { span } from '../../draw/span.ts';
import { markdownLines } from '../../transcript/markdown/markdown-lines.ts';
import { factRows } from '../detail-rows.ts';
import { emptyText, type Loaded, type Source, valueOf } from '../panel-feed.ts';
import {
  acting,
  type ListPage,
  type PanelItem,
  type PanelKey,
  type PanelSources,
  type TextPage,
} from '../panel-page.ts';

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
      return libraryEntryPage(id, entry, loads.of(entry));
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

function entrySource(id: string): Source<LibraryEntry> {
  return {
    key: `entry ${id}`,
    load: ({ library }) => library.read(id),
    watch: ({ library }, changed) => library.onChange(changed),
  };
}

/** An entry of the library with all that it says. */
function libraryEntryPage(id: string, source: Source<LibraryEntry>, loaded: Loaded<LibraryEntry>): TextPage {
  const entry = valueOf(loaded);
  const page = { kind: 'text', needs: [source] } as const;
  if (entry === null)
    return { ...page, title: id, note: '', rows: () => [[span(`  ${emptyText(loaded, '')}`, 'dim')]] };
  return {
    ...page,
    title: cleanLine(entry.title),
    note: entry.topic,
    keys: [retitleKey(entry), withdrawKey(entry)],
    rows: (columns) => [
      ...factRows(
        [
          { name: 'entry', value: id },
          { name: 'tags', value: cleanLine(entry.tags.join(', ')) },
          { name: 'created', value: entry.created.slice(0, 16).replace('T', ' ') },
          { name: 'source', value: cleanLine(entry.source ?? '') },
        ],
        columns,
      ),
      [],
      ...wrapLines(markdownLines(cleanText(entry.text), columns), columns),
    ],
  };
}

/** Where a note goes that names no topic. */
const NOTES = 'notes';

/** Shelves a note, as `topic: what it says`. */
function addNoteKey(): PanelKey {
  return {
    actions: ['library.add'],
    label: 'add note',
    does: {
      type: 'ask',
      field: {
        label: 'Note',
        value: '',
        hint: 'deploys: they go out on Tuesdays',
        says: (text) => `It is shelved under ${noteOf(text).topic}.`,
        check: (text) => (noteOf(text).text === '' ? 'It says nothing yet.' : null),
        submit: (text) =>
          acting(async ({ library }) => {
            const { id } = await library.shelve({ ...noteOf(text), source: 'user' });
            return `${id} is in the library.`;
          }),
      },
    },
  };
}

/** One word before a colon is the topic. */
function noteOf(typed: string): { topic: string; text: string } {
  const [, topic, text] = /^([\w/-]+):\s+(.*)$/.exec(typed) ?? [];
  return topic === undefined || text === undefined ? { topic: NOTES, text: typed } : { topic, text };
}

function retitleKey({ id, title }: LibraryEntry): PanelKey {
  return {
    actions: ['library.retitle'],
    label: 'rename',
    does: {
      type: 'ask',
      field: {
        label: 'Title',
        value: cleanLine(title),
        hint: 'what it is about',
        check: (text) => (text === '' ? 'An entry has a title.' : null),
        submit: (text) =>
          acting(async ({ library }) => {
            await library.revise(id, { title: text });
            return `It is called ${text}.`;
          }),
      },
    },
  };
}

function withdrawKey({ id, title }: LibraryEntry): PanelKey {
  return {
    actions: ['library.withdraw'],
    label: 'delete',
    does: {
      type: 'confirm',
      question: `Delete "${cleanLine(title)}"? Its file is removed from the library.`,
      doing: acting(
        async ({ library }) => {
          await library.withdraw(id);
          return `${id} was deleted.`;
        },
        { leaves: 'page' },
      ),
    },
  };
}
