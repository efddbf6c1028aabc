import { cleanLine } from '../core/text/clean-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { withLibrary } from '../session/user-library.ts';

const EMPTY = 'The library is empty: `simse library add <topic> "what is worth keeping"`.';

/** `simse library list [topic]`: the entries, newest first. */
export async function runLibraryList(
  app: AppContext,
  topic: string | undefined,
  tags: string[] | undefined,
): Promise<number> {
  return withLibrary(app, async (library) => {
    const filter = { ...(topic === undefined ? {} : { topic }), ...(tags === undefined ? {} : { tags }) };
    printList(app, {
      name: 'entries',
      items: await library.list(filter),
      row: ({ id, created, title, tags: has }) => [
        id,
        created.slice(0, 10),
        cleanLine(title),
        has.map((tag) => `#${cleanLine(tag)}`).join(' '),
      ],
      empty: topic === undefined && tags === undefined ? EMPTY : 'There are no such entries.',
    });
    return 0;
  });
}

/** `simse library topics` */
export async function runLibraryTopics(app: AppContext): Promise<number> {
  return withLibrary(app, async (library) => {
    printList(app, {
      name: 'topics',
      items: await library.topics(),
      row: ({ topic, entries }) => [topic, entries === 1 ? '1 entry' : `${entries} entries`],
      empty: EMPTY,
    });
    return 0;
  });
}
