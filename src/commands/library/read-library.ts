import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { AppContext } from '../../session/app-context.ts';
import { withLibrary } from '../../session/user-library.ts';
import { printList } from '../shared/print-list.ts';

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
      empty: topic === undefined && tags === undefined ? EMPTY : 'No matching entries.',
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
      row: ({ topic, entries }) => [topic, countOf(entries, 'entry', 'entries')],
      empty: EMPTY,
    });
    return 0;
  });
}

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
      empty: 'Nothing in the library matches.',
    });
    return 0;
  });
}

/** `simse library show <id>`: the text of an entry, what else is known of it above when there is somebody to read it. */
export async function runLibraryShow(app: AppContext, id: string): Promise<number> {
  return withLibrary(app, async (library) => {
    const entry = await library.read(id);
    if (app.flags.outputFormat !== 'text') {
      app.stdout.write(`${printableJson({ entry })}\n`);
      return 0;
    }
    const { title, tags, created, source, text } = entry;
    const facts = [
      created.slice(0, 10),
      ...(source === undefined ? [] : [`by ${source}`]),
      ...tags.map((tag) => `#${tag}`),
    ];
    if (app.stdout.isTTY === true)
      app.stdout.write(`${cleanLine(title)}\n${cleanLine(facts.join(' · '))}\n\n`);
    app.stdout.write(`${cleanText(text)}\n`);
    return 0;
  });
}
