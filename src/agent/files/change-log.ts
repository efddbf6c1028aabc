import { createHash } from 'node:crypto';

/** What a turn changed in a file. Texts are named by their hash; null is a file that is not there. */
export interface FileRecord {
  /** Resolved. */
  path: string;
  before: string | null;
  after: string | null;
  /** Between changes of the session's own somebody else has changed it. */
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
  /** null for one that is not kept any more. */
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

/** `earlier` are the turns of a session that goes on; `onChange` is called with each that is added to. */
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
      changeTurn((turn) => ({ ...turn, files: join([...turn.files, record]) }));
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
  return join(turns.slice(turn).flatMap(({ files }) => files));
}

/** One record of each file. That one does not begin with what the one before has left was somebody else's doing. */
function join(records: readonly FileRecord[]): FileRecord[] {
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
