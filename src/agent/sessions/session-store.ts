import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { isLocked, tryLock } from '../../platform/process-lock.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { foldRecords, type KeptSession, readRecords, type SessionRecord } from './session-record.ts';

const LOG = 'log.jsonl';
const SUMMARY = 'session.json';
const PRIVATE = 0o600;

/** What is known of a kept session without reading its log. */
export interface SessionSummary {
  id: string;
  cwd: string;
  folders: string[];
  title: string | null;
  /** Epoch milliseconds. */
  updatedAt: number;
}

/** Writes a session's log. Its folder is made with the first record, so that one in which nothing is said leaves nothing. */
export interface RecordLog {
  record(record: SessionRecord): void;
  /** Resolves when all that was recorded is written. Rejects with SimseError('store_failed'). */
  flush(): Promise<void>;
  /** Lets others open the session. */
  close(): Promise<void>;
}

/** The sessions of the built-in agent, each a folder. */
export interface AgentSessionStore {
  /** Newest first; of one directory, or of all. */
  list(cwd: string | null): Promise<SessionSummary[]>;
  create(id: string, place: { cwd: string; folders: string[] }): RecordLog;
  /** Rejects with SimseError('no_session') for one that is not there, or that another process has open. */
  open(id: string): Promise<{ kept: KeptSession; log: RecordLog }>;
  /** A session as it is, even when another process has it open. Rejects with SimseError('no_session'). */
  read(id: string): Promise<KeptSession>;
  /** Rejects with SimseError('store_failed') for one that another process has open. */
  delete(id: string): Promise<void>;
}

export function createAgentSessionStore(root: string): AgentSessionStore {
  const dirOf = (id: string): string => {
    if (!/^[\w-]+$/.test(id)) throw noSession(id);
    return join(root, id);
  };
  const read = async (id: string): Promise<KeptSession> => {
    const text = await readFile(join(dirOf(id), LOG), 'utf8').catch(() => null);
    if (text === null) throw noSession(id);
    return foldRecords(readRecords(text));
  };
  return {
    read,
    async list(cwd) {
      const names = await readdir(root).catch(() => []);
      const summaries = await Promise.all(names.map((id) => readSummary(id, join(root, id))));
      return summaries
        .flatMap((summary) => summary ?? [])
        .filter((summary) => cwd === null || summary.cwd === cwd)
        .toSorted((a, b) => b.updatedAt - a.updatedAt);
    },
    create: (id, place) => openLog(id, dirOf(id), { ...place, title: null }, [{ type: 'opened', ...place }]),
    async open(id) {
      const kept = await read(id);
      const dir = dirOf(id);
      const release = await tryLock(dir, 'writer');
      if (release === null) throw new SimseError('no_session', `session ${id} is open in another process`);
      return { kept, log: openLog(id, dir, kept, [], release) };
    },
    async delete(id) {
      const dir = dirOf(id);
      const isOpen = await isLocked(dir, 'writer').catch(() => false);
      if (isOpen) throw new SimseError('store_failed', `session ${id} is open in another process`);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function openLog(
  id: string,
  dir: string,
  { cwd, folders, title: first }: Pick<KeptSession, 'cwd' | 'folders' | 'title'>,
  begin: readonly SessionRecord[],
  held?: () => Promise<void>,
): RecordLog {
  let title = first;
  let release = held;
  let waiting: SessionRecord[] = [...begin];
  let hasBegun = held !== undefined;
  let summed: string | null = null;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    const records = waiting;
    waiting = [];
    if (records.length === 0) return;
    if (release === undefined) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      release = (await tryLock(dir, 'writer')) ?? undefined;
    }
    // Begins with a line break, so that a line which a crash cut does not spoil this one.
    const lines = records.map((record) => `\n${JSON.stringify(record)}`).join('');
    await appendFile(join(dir, LOG), lines, { mode: PRIVATE });
    const summary = JSON.stringify({ id, cwd, folders, title });
    if (summary !== summed) await writeFileAtomic(join(dir, SUMMARY), summary, PRIVATE);
    summed = summary;
  };
  const flush = async (): Promise<void> => {
    if (!hasBegun) return;
    writing = writing.catch(() => {}).then(write);
    await writing.catch((error: unknown) => {
      throw new SimseError('store_failed', `The session is not being saved: ${messageOf(error)}`, {
        cause: error,
      });
    });
  };
  return {
    record(record) {
      if (record.type === 'title') ({ title } = record);
      // Settings alone do not make a session.
      hasBegun ||= record.type === 'said';
      waiting.push(record);
    },
    flush,
    async close() {
      await flush().catch(() => {});
      await release?.();
    },
  };
}

async function readSummary(id: string, dir: string): Promise<SessionSummary | null> {
  const text = await readFile(join(dir, SUMMARY), 'utf8').catch(() => 'null');
  const written = await stat(join(dir, LOG)).catch(() => null);
  const value = parse(text);
  if (!isRecord(value) || written === null) return null;
  const { cwd, folders, title } = value;
  if (typeof cwd !== 'string') return null;
  return {
    id,
    cwd,
    folders: Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : [],
    title: typeof title === 'string' ? title : null,
    updatedAt: written.mtimeMs,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function noSession(id: string): SimseError {
  return new SimseError('no_session', `there is no session ${id}`);
}
