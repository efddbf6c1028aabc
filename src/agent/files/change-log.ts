import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../core/errors.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { loadText } from '../../tools/read-text.ts';

/** What a turn changed in a file. Texts are named by their hash; null is a file that is not there. */
export interface FileRecord {
  /** Resolved. */
  path: string;
  before: string | null;
  after: string | null;
  /** Between the session's own changes someone else has changed it. */
  isShared?: true;
  /** A command of the session has changed it, too. */
  byCommand?: true;
}

export interface TurnRecord {
  /** The beginning of the user's prompt, one line. */
  title: string;
  files: readonly FileRecord[];
  /** Commands ran in it. What they changed in files of which nothing is known is not known either. */
  ranCommands?: true;
}

/** Texts by what they are: what files held before they were changed. */
export interface TextStore {
  /** Resolves with the text's hash when it is kept. */
  keep(text: string): Promise<string>;
  /** null for one that is no longer kept. */
  read(hash: string): Promise<string | null>;
}

/** What a session changed in files, turn by turn, so that it can be put back. */
export interface ChangeLog {
  /** What is noted from now on belongs to this turn. */
  beginTurn(title: string): void;
  /** To be called before a file is changed; resolves when what it holds is safe. */
  keep(text: string | null): Promise<string | null>;
  /** To be called after it was changed; `by` says what did, where it was no tool for files. */
  note(path: string, before: string | null, text: string | null, by?: 'command'): void;
  /** To be called when a command begins. */
  noteCommand(): void;
  /** What is known of each file that was changed in this session: the hash of what it held after the last change. */
  known(): ReadonlyMap<string, string | null>;
  /** All turns, the oldest first, also those that changed nothing. */
  turns(): readonly TurnRecord[];
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** `earlier` are the turns of a resumed session; `onChange` is called with each that is added to. */
export function createChangeLog(
  store: TextStore,
  earlier: readonly TurnRecord[] = [],
  onChange: (index: number, turn: TurnRecord) => void = () => {},
): ChangeLog {
  const turns: TurnRecord[] = [...earlier];
  const changeTurn = (change: (turn: TurnRecord) => TurnRecord): void => {
    const index = turns.length - 1;
    const turn = turns[index];
    if (turn === undefined) return;
    const changed = change(turn);
    turns[index] = changed;
    onChange(index, changed);
  };
  return {
    beginTurn(title) {
      turns.push({ title, files: [] });
      onChange(turns.length - 1, { title, files: [] });
    },
    keep: async (text) => (text === null ? null : store.keep(text)),
    note(path, before, text, by) {
      const after = text === null ? null : textHash(text);
      const record: FileRecord = { path, before, after, ...(by === undefined ? {} : { byCommand: true }) };
      changeTurn((turn) => ({ ...turn, files: joinRecords([...turn.files, record]) }));
    },
    noteCommand() {
      if (turns.at(-1)?.ranCommands !== true) changeTurn((turn) => ({ ...turn, ranCommands: true }));
    },
    known: () => new Map(turns.flatMap(({ files }) => files.map(({ path, after }) => [path, after]))),
    turns: () => turns,
  };
}

/** What every file held before a turn (counted from 0) and what it held after the last one that changed it. */
export function filesSince(turns: readonly TurnRecord[], turn: number): FileRecord[] {
  return joinRecords(turns.slice(turn).flatMap(({ files }) => files));
}

/** One record of each file. Where one does not begin with what the one before it left, someone else changed the file. */
function joinRecords(records: readonly FileRecord[]): FileRecord[] {
  const files = new Map<string, FileRecord>();
  for (const record of records) {
    const first = files.get(record.path);
    const isShared = first !== undefined && first.after !== record.before;
    files.set(record.path, {
      ...first,
      ...record,
      before: (first ?? record).before,
      ...(isShared ? { isShared: true } : {}),
    });
  }
  return [...files.values()];
}

const PRIVATE = 0o600;

/** A folder of texts, each a file that is called by its hash: what is the same is kept once. */
export function createTextStore(dir: string): TextStore {
  const kept = new Set<string>();
  return {
    async keep(text) {
      const hash = textHash(text);
      if (kept.has(hash)) return hash;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(dir, hash), text, PRIVATE);
      kept.add(hash);
      return hash;
    },
    async read(hash) {
      const text = await readFile(join(dir, hash), 'utf8').catch(() => null);
      return text !== null && textHash(text) === hash ? text : null;
    },
  };
}

/** More are not looked at around every command. */
const MAX_FILES = 200;

/**
 * Runs a command, and notes what it does to the files that the session has changed before, so that they can be put back as
 * well. What else it changes is unknown.
 */
export async function watchCommand<T>(changes: ChangeLog, run: () => Promise<T>): Promise<T> {
  changes.noteCommand();
  const paths = [...changes.known().keys()].slice(-MAX_FILES);
  const before = await Promise.all(paths.map(readNow));
  try {
    return await run();
  } finally {
    const after = await Promise.all(paths.map(readNow));
    for (const [index, path] of paths.entries()) await note(changes, path, before[index], after[index]);
  }
}

/** null for a file that is not there, undefined for one that cannot be kept. */
async function readNow(path: string): Promise<string | null | undefined> {
  return loadText(path).catch((error: unknown) => (isMissing(error) ? null : undefined));
}

async function note(
  changes: ChangeLog,
  path: string,
  before: string | null | undefined,
  after: string | null | undefined,
): Promise<void> {
  if (before === undefined || after === undefined || before === after) return;
  // A tool has changed it meanwhile, which has noted that itself.
  if (changes.known().get(path) === (after === null ? null : textHash(after))) return;
  changes.note(path, await changes.keep(before), after, 'command');
}
