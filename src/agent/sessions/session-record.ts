import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { ToolModelMessage } from 'ai';
import { isRecord } from '../../core/json.ts';
import type { TurnRecord } from '../files/change-log.ts';
import type { Message } from '../model/model.ts';

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

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

/** More turns than anybody takes: an index beyond would make a list of nothing. */
const MAX_TURNS = 100_000;

type Fields = Record<string, unknown>;

/** Whether a record has the fields of its type. */
const IS_WHOLE: Readonly<Record<SessionRecord['type'], (fields: Fields) => boolean>> = {
  opened: ({ cwd, folders }) => typeof cwd === 'string' && areTexts(folders),
  title: ({ title }) => typeof title === 'string',
  choice: ({ model, effort, mode }) => areTexts([model, effort, mode]),
  said: ({ messages }) => areMessages(messages),
  compacted: ({ messages }) => areMessages(messages),
  shown: ({ update }) => isRecord(update) && typeof update['sessionUpdate'] === 'string',
  turn: ({ index, turn }) => isTurnIndex(index) && isTurn(turn),
  cost: ({ cost }) => cost === null || typeof cost === 'number',
};

/**
 * Reads a log. Invalid lines, such as one that a crash cut or that was edited, are skipped: each line is whole
 * by itself.
 */
export function readRecords(log: string): SessionRecord[] {
  return log.split('\n').flatMap((line) => {
    const value = parse(line);
    return isSessionRecord(value) ? [value] : [];
  });
}

function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isRecord(value)) return false;
  const isWhole = Object.entries(IS_WHOLE).find(([type]) => type === value['type'])?.[1];
  return isWhole?.(value) === true;
}

function areTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string');
}

function areMessages(messages: unknown): boolean {
  const isMessage = (message: unknown): boolean =>
    isRecord(message) &&
    ['user', 'assistant', 'tool'].includes(String(message['role'])) &&
    (typeof message['content'] === 'string' || areRecords(message['content']));
  return Array.isArray(messages) && messages.every(isMessage);
}

function isTurnIndex(index: unknown): boolean {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MAX_TURNS;
}

function isTurn(turn: unknown): boolean {
  if (!isRecord(turn) || typeof turn['title'] !== 'string' || !areRecords(turn['files'])) return false;
  return (turn['files'] as Fields[]).every(
    ({ path, before, after }) => typeof path === 'string' && isHash(before) && isHash(after),
  );
}

function isHash(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^[\da-f]{64}$/.test(value));
}

function areRecords(values: unknown): boolean {
  return Array.isArray(values) && values.every(isRecord);
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
  const turns = Array.from(session.turns, (turn) => turn ?? { title: '', files: [] });
  return { ...session, turns, messages: answerCalls(session.messages) };
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

const UNKNOWN = 'The outcome is unknown: the session ended while this was running.';

/**
 * The messages with an answer to every call, which models insist on: a process that died, or a fork that was made while a turn
 * ran, leaves some without.
 */
function answerCalls(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, index): Message[] => {
    if (message.role === 'tool') return messages[index - 1]?.role === 'assistant' ? [message] : [];
    const next = messages[index + 1];
    const answered = next?.role === 'tool' ? next.content : [];
    const known = new Set(answered.map((part) => (part.type === 'tool-result' ? part.toolCallId : '')));
    const missing = callsOf(message).filter(({ toolCallId }) => !known.has(toolCallId));
    return missing.length === 0 ? [message] : [message, { role: 'tool', content: missing }];
  });
}

/** The answers that are due to a message. */
function callsOf(message: Message): ResultPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            type: 'tool-result',
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: { type: 'text', value: UNKNOWN },
          },
        ]
      : [],
  );
}
