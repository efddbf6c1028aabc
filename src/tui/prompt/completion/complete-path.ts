import { mentionOf } from '../../../core/text/file-mention.ts';
import type { Completion } from './completion.ts';
import { type LookupView, matchesFor } from './lookups.ts';

/** A word of a shell command that may be a path, at the end of a draft up to its cursor. */
interface TypedPath {
  /** What it means to the shell, `~` as it is. */
  typed: string;
  /** Where the word begins. */
  start: number;
  /** The quote that is open; empty for none. */
  quote: string;
}

const SHELL_LINE = /^!{1,2}[ \t]*/;
/** Behind these another command begins. */
const SEPARATORS = ';|&()\n';
const REDIRECTIONS = '<>';
/** Characters that mean nothing to a shell. */
const SPECIAL = /[^\p{L}\p{N}_\-./+,:@%=]/gu;

/** The path that is typed behind `!`; null where a command's name is, or nothing yet. */
export function typedPath(draft: string): TypedPath | null {
  const from = SHELL_LINE.exec(draft)?.[0].length;
  if (from === undefined) return null;
  let word: TypedPath = { typed: '', start: from, quote: '' };
  let isCommand = true;
  for (let at = from; at < draft.length; at += 1) {
    const character = draft[at] ?? '';
    const next = readCharacter(word, character, draft[at + 1]);
    if (next !== null) {
      word = { ...word, ...next };
      if (character === '\\' && word.quote !== "'") at += 1;
      continue;
    }
    const begins = SEPARATORS.includes(character);
    isCommand = begins || (isCommand && word.typed === '' && !REDIRECTIONS.includes(character));
    word = { typed: '', start: at + 1, quote: '' };
  }
  const isPath = word.typed !== '' && (!isCommand || /[/~]/.test(word.typed));
  return isPath ? word : null;
}

/** What a character adds to the word; null when it ends it. */
function readCharacter({ typed, quote }: TypedPath, character: string, next = ''): Partial<TypedPath> | null {
  if (character === quote) return { quote: '' };
  if (character === '\\' && quote !== "'") return { typed: typed + next };
  if (quote !== '') return { typed: typed + character };
  if (character === '"' || character === "'") return { quote: character };
  return /\s/.test(character) || SEPARATORS.includes(character) || REDIRECTIONS.includes(character)
    ? null
    : { typed: typed + character };
}

/** The files and folders that the path of a shell command may mean. */
export function pathCompletions(draft: string, { paths }: LookupView): Completion[] {
  const path = typedPath(draft);
  if (path === null || paths === null || !path.typed.startsWith(paths.typed)) return [];
  return paths.matches
    .filter((match) => match.startsWith(path.typed) && match !== path.typed)
    .map((match) => ({
      label: match,
      description: '',
      start: path.start,
      end: draft.length,
      insert: insertOf(match, path.quote),
      onEnter: 'leave',
    }));
}

/** As the shell reads it. A folder is left open, to go on into it. */
function insertOf(path: string, quote: string): string {
  const isFolder = path.endsWith('/');
  if (quote !== '') return `${quote}${path}${isFolder ? '' : `${quote} `}`;
  const [home = ''] = /^~(?=\/)/.exec(path) ?? [];
  return `${home}${path.slice(home.length).replace(SPECIAL, '\\$&')}${isFolder ? '' : ' '}`;
}

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
    insert: mentionInsert(path, isFolder && index === 0),
    onEnter: 'take',
  }));
}

/** A folder is left open, to continue into it. */
function mentionInsert(path: string, isWhole: boolean): string {
  const mention = mentionOf(path);
  if (isWhole || !path.endsWith('/')) return `${mention} `;
  return mention.replace(/"$/, '');
}
