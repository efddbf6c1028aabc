import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isRecord } from '../../core/json.ts';
import type { TurnRecord } from '../files/change-log.ts';
import type { Message } from '../model/model.ts';

/** A line of a session's log. Read from the first to the last they are the session. */
export type SessionRecord =
  | { type: 'opened'; cwd: string; folders: string[] }
  | { type: 'title'; title: string }
  | { type: 'choice'; model: string; effort: string; mode: string }
  | { type: 'said'; messages: Message[] }
  /** In place of all that was said before. */
  | { type: 'compacted'; messages: Message[] }
  /** What the user saw. */
  | { type: 'shown'; update: SessionUpdate }
  /** What a turn changed in files; the last record of a turn counts. */
  | { type: 'turn'; index: number; turn: TurnRecord }
  /** US dollars of the whole session; null when not all of it is known. */
  | { type: 'cost'; cost: number | null };

/** A session as its log has it. */
export interface KeptSession {
  cwd: string;
  folders: string[];
  title: string | null;
  choice: { model: string; effort: string; mode: string } | null;
  messages: Message[];
  updates: SessionUpdate[];
  turns: TurnRecord[];
  cost: number | null;
}

const TYPES = new Set(['opened', 'title', 'choice', 'said', 'compacted', 'shown', 'turn', 'cost']);

/**
 * Reads a log. Lines that are none of ours, as one that a crash cut, are passed over: simse alone writes here, and each line is
 * whole by itself.
 */
export function readRecords(log: string): SessionRecord[] {
  return log.split('\n').flatMap((line) => {
    const value = parse(line);
    return isRecord(value) && typeof value['type'] === 'string' && TYPES.has(value['type'])
      ? [value as unknown as SessionRecord]
      : [];
  });
}

export function foldRecords(records: readonly SessionRecord[]): KeptSession {
  const session: KeptSession = {
    cwd: '',
    folders: [],
    title: null,
    choice: null,
    messages: [],
    updates: [],
    turns: [],
    cost: 0,
  };
  for (const record of records) fold(session, record);
  return session;
}

function fold(session: KeptSession, record: SessionRecord): void {
  switch (record.type) {
    case 'opened':
      session.cwd = record.cwd;
      session.folders = record.folders;
      break;
    case 'title':
      session.title = record.title;
      break;
    case 'choice': {
      const { model, effort, mode } = record;
      session.choice = { model, effort, mode };
      break;
    }
    case 'said':
      session.messages.push(...record.messages);
      break;
    case 'compacted':
      session.messages = [...record.messages];
      break;
    case 'shown':
      session.updates.push(record.update);
      break;
    case 'turn':
      session.turns[record.index] = record.turn;
      break;
    case 'cost':
      session.cost = record.cost;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
