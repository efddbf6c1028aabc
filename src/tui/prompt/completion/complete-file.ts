import { mentionOf } from '../../../core/text/file-mention.ts';
import type { Completion } from './completion.ts';
import { type LookupView, matchesFor } from './lookups.ts';

/** A mention at the end of a draft up to its cursor; one that is quoted has blanks. */
const MENTION = /(?<![^\s([{"'])@(?:"([^"\n]*)|([^\s"]*))$/;

/** What is typed of a file's name at the end of a draft, and where its `@` stands. */
interface TypedFile {
  typed: string;
  start: number;
}

export function typedFile(draft: string): TypedFile | null {
  const match = MENTION.exec(draft);
  return match === null ? null : { typed: match[1] ?? match[2] ?? '', start: match.index };
}

/** The files and folders that a mention may mean. A folder that is typed whole comes first: Enter sends it as it is. */
export function fileCompletions(draft: string, lookups: LookupView): Completion[] {
  const file = typedFile(draft);
  if (file === null) return [];
  const { typed, start } = file;
  const matches = matchesFor(typed, lookups);
  const isFolder = typed.endsWith('/') && matches.some(({ path }) => path.startsWith(typed));
  const itself = isFolder ? [{ path: typed, positions: [] }] : [];
  const others = matches.filter(({ path }) => !isFolder || path !== typed);
  return [...itself, ...others].map(({ path, positions }, index) => ({
    label: `@${path}`,
    description: '',
    positions: positions.map((position) => position + 1),
    start,
    end: draft.length,
    insert: insertOf(path, isFolder && index === 0),
    onEnter: 'take',
  }));
}

/** A folder is left open, to go on into it. */
function insertOf(path: string, isWhole: boolean): string {
  const mention = mentionOf(path);
  if (isWhole || !path.endsWith('/')) return `${mention} `;
  return mention.replace(/"$/, '');
}
