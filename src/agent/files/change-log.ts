import { createHash } from 'node:crypto';

/** What a turn changed in a file. Texts are named by their hash; null is a file that is not there. */
export interface FileRecord {
  /** Resolved. */
  path: string;
  before: string | null;
  after: string | null;
}

export interface TurnRecord {
  /** The beginning of the user's prompt, one line. */
  title: string;
  files: readonly FileRecord[];
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
  /** To be called after it was changed. */
  note(path: string, before: string | null, text: string | null): void;
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
  return {
    beginTurn(title) {
      turns.push({ title, files: [] });
      onChange(turns.length - 1, { title, files: [] });
    },
    keep: async (text) => (text === null ? null : store.keep(text)),
    note(path, before, text) {
      const index = turns.length - 1;
      const turn = turns[index];
      if (turn === undefined) return;
      const after = text === null ? null : textHash(text);
      const known = turn.files.find((file) => file.path === path);
      const files =
        known === undefined
          ? [...turn.files, { path, before, after }]
          : turn.files.map((file) => (file === known ? { ...file, after } : file));
      turns[index] = { ...turn, files };
      onChange(index, { ...turn, files });
    },
    turns: () => turns,
  };
}

/** What every file held before a turn (counted from 0) and what it held after the last one that changed it. */
export function filesSince(turns: readonly TurnRecord[], turn: number): FileRecord[] {
  const files = new Map<string, FileRecord>();
  for (const { files: changed } of turns.slice(turn))
    for (const file of changed) {
      const first = files.get(file.path);
      files.set(file.path, first === undefined ? file : { ...first, after: file.after });
    }
  return [...files.values()];
}
