import { createReadStream } from 'node:fs';
import { codeOf } from '../core/errors.ts';
import type { SessionEvent, StampedEvent } from '../core/state/events.ts';
import { readJsonLines } from '../platform/json-lines.ts';

interface ReadEvents {
  events: StampedEvent[];
  /** Lines that are not events: cut by a crash, or edited. */
  damagedLines: number;
}

/** The events of a log in the order they were written. A file that is not there has none. */
export async function readEventLog(file: string): Promise<ReadEvents> {
  const events: StampedEvent[] = [];
  let damagedLines = 0;
  try {
    for await (const line of readJsonLines(createReadStream(file))) {
      if (line.kind === 'object' && isStampedEvent(line.value)) events.push(line.value);
      else damagedLines += 1;
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return { events, damagedLines };
}

type Kind = 'string' | 'list' | 'object' | 'boolean';

/** The fields that an event must have for its readers to work at all; what is inside lists and objects is theirs to check. */
const REQUIRED_FIELDS: Record<SessionEvent['type'], Record<string, Kind>> = {
  session_started: { sessionId: 'string', cwd: 'string', backend: 'string', mode: 'string' },
  backend_starting: { backend: 'string', command: 'string' },
  backend_ready: { backend: 'string', backendSessionId: 'string' },
  backend_exited: { backend: 'string', reason: 'string', stderr: 'string' },
  prompt_queued: { prompt: 'object' },
  prompt_dequeued: { promptId: 'string' },
  queue_held: { held: 'boolean' },
  turn_started: { turnId: 'string', prompt: 'list' },
  turn_cancelling: { turnId: 'string' },
  message_chunk: { role: 'string', content: 'object' },
  tool_call: { call: 'object' },
  tool_progress: { tool: 'string' },
  tool_started: { tool: 'string', args: 'string' },
  terminal_started: { terminalId: 'string', command: 'string', cwd: 'string' },
  terminal_output: { terminalId: 'string', text: 'string' },
  terminal_exited: { terminalId: 'string' },
  plan: { entries: 'list' },
  commands: { commands: 'list' },
  config_options: { options: 'list' },
  usage: { usage: 'object' },
  compacted: { summary: 'string' },
  title: {},
  mode_changed: { mode: 'string' },
  question_asked: { question: 'object' },
  question_closed: { questionId: 'string' },
  elicitation_asked: { elicitation: 'object' },
  elicitation_closed: { elicitationId: 'string' },
  permission_decided: {
    subject: 'string',
    askedBy: 'string',
    allowed: 'boolean',
    by: 'string',
    reason: 'string',
  },
  mcp_server: { server: 'object' },
  notice: { level: 'string', source: 'string', text: 'string' },
  turn_ended: { turnId: 'string', stopReason: 'string' },
};

/** Whether a value read back is an event. One of a type that this version does not know is, and is kept as it is. */
function isStampedEvent(value: Record<string, unknown>): value is StampedEvent {
  const { type, seq, at } = value;
  if (typeof type !== 'string' || !Number.isFinite(seq) || !Number.isFinite(at)) return false;
  const fields = Object.hasOwn(REQUIRED_FIELDS, type) ? REQUIRED_FIELDS[type as SessionEvent['type']] : {};
  return Object.entries(fields).every(([field, kind]) => kindOf(value[field]) === kind);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
