import { cleanLine } from '../core/text/clean-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { withLibrary } from '../session/user-library.ts';

interface SearchOptions {
  topic?: string;
  tag?: string[];
  limit: number;
}

/** `simse library search <words…>`: what fits, best first. */
export async function runLibrarySearch(
  app: AppContext,
  words: readonly string[],
  { topic, tag, limit }: SearchOptions,
): Promise<number> {
  return withLibrary(app, async (library) => {
    const hits = await library.search({
      text: words.join(' '),
      limit,
      ...(topic === undefined ? {} : { topic }),
      ...(tag === undefined ? {} : { tags: tag }),
    });
    printList(app, {
      name: 'entries',
      items: hits,
      row: ({ id, title, excerpt }) => [id, cleanLine(title), excerpt],
      empty: 'Nothing in the library fits.',
    });
    return 0;
  });
}
