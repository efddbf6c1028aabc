import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import type { LibraryEntry } from '../../../core/ports/library.ts';
import { span } from '../../draw/span.ts';
import { wrapLines } from '../../draw/line.ts';
import { markdownLines } from '../../transcript/markdown/markdown-lines.ts';
import { factRows } from '../detail-rows.ts';
import type { TextPage } from '../panel-page.ts';
import { emptyText, type Loaded, type Source, valueOf } from '../source.ts';
import { retitleKey, withdrawKey } from './library-keys.ts';

export function entrySource(id: string): Source<LibraryEntry> {
  return {
    key: `entry ${id}`,
    load: ({ library }) => library.read(id),
    watch: ({ library }, changed) => library.onChange(changed),
  };
}

/** An entry of the library with all that it says. */
export function entryPage(id: string, source: Source<LibraryEntry>, loaded: Loaded<LibraryEntry>): TextPage {
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
