import { cleanLine } from '../core/text/clean-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { sessionRow } from '../session/records/session-row.ts';
import type { SessionHit } from '../store/search-sessions.ts';
import { createSessionStore } from '../store/session-store.ts';

export interface SearchOptions {
  limit: number;
  /** Only the sessions of this directory. */
  here?: boolean;
}

/** `simse sessions search <words…>`: the sessions in which all of the words were said, best first, with where. */
export async function runSessionsSearch(
  app: AppContext,
  words: readonly string[],
  { limit, here }: SearchOptions,
): Promise<number> {
  const { dirs, cwd, signal, flags, stdout, note } = app;
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const query = { text: words.join(' '), limit, signal, ...(here === true ? { cwd } : {}) };
  const { hits, total } = await store.search(query);
  if (flags.outputFormat === 'text' && hits.length > 0) stdout.write(hits.map(hitLines).join('\n'));
  else
    printList(app, {
      name: 'sessions',
      items: hits.map(({ meta, score, excerpts }) => ({ ...meta, score, excerpts })),
      row: sessionRow,
      empty: `No session has ${words.length === 1 ? 'that' : 'all of that'}.`,
    });
  if (hits.length < total) note(`${total - hits.length} more; --limit <n> shows them.`);
  return 0;
}

function hitLines({ meta, excerpts }: SessionHit): string {
  const about = sessionRow(meta)
    .map(cleanLine)
    .filter((cell) => cell !== '')
    .join('  ');
  return [about, ...excerpts.map((excerpt) => `    ${excerpt}`)].map((line) => `${line}\n`).join('');
}
