import { blockToText } from '../core/content.ts';
import type { StampedEvent } from '../core/state/events.ts';
import { createTextCleaner } from '../core/text/clean-text.ts';
import { printableJson } from '../core/text/format-table.ts';
import type { ToolCallPatch, ToolStatus } from '../core/tool-call.ts';
import type { RunResult } from './run-summary.ts';

export type OutputFormat = 'text' | 'json' | 'stream-json';
export const OUTPUT_FORMATS: readonly OutputFormat[] = ['text', 'json', 'stream-json'];

/** Turns a run's events into what goes to stdout. Every method returns the text to write, often none. */
export interface RunWriter {
  event(event: StampedEvent): string;
  end(result: RunResult): string;
}

/** The answer as it comes, cleaned, and nothing else; a line break at the end if there was none. */
export function createTextWriter(): RunWriter {
  const cleaner = createTextCleaner();
  let last = '';
  let interrupted = false;
  const write = (text: string): string => {
    if (text !== '') last = text;
    return text;
  };
  const lineEnd = () => (last === '' || last.endsWith('\n') ? '' : '\n');
  return {
    event(event) {
      if (event.type === 'tool_call') interrupted = last !== '';
      if (event.type !== 'message_chunk' || event.role !== 'agent') return '';
      // What the agent says after using a tool is a message of its own.
      const gap = interrupted ? write(cleaner.end()) + write(`${lineEnd()}\n`) : '';
      interrupted = false;
      return gap + write(cleaner.push(blockToText(event.content)));
    },
    end: () => write(cleaner.end()) + write(lineEnd()),
  };
}

/** One object when the run is over. */
export function createJsonWriter(): RunWriter {
  return { event: () => '', end: (result) => toLine(result) };
}

/** One object a line as things happen; the last is the result. */
export function createStreamJsonWriter(sessionId: string): RunWriter {
  const announced = new Set<string>();
  return {
    event(event) {
      const line = toStreamLine(event, announced, sessionId);
      return line === null ? '' : toLine({ ...line, at: event.at });
    },
    end: (result) => toLine(result),
  };
}

function toLine(value: object): string {
  return `${printableJson(value)}\n`;
}

function toStreamLine(event: StampedEvent, announced: Set<string>, sessionId: string): object | null {
  switch (event.type) {
    case 'backend_ready':
      return {
        type: 'init',
        schema_version: 1,
        session_id: sessionId,
        backend: event.backend,
        agent: event.agent,
        backend_session_id: event.backendSessionId,
      };
    case 'message_chunk':
      return { type: 'message', role: event.role, text: blockToText(event.content) };
    case 'tool_call':
      return toToolLine(event.call, announced);
    case 'tool_progress':
      return {
        type: 'tool_progress',
        tool: event.tool,
        run: event.run,
        tool_call_id: event.toolCallId,
        progress: event.progress,
        total: event.total,
        message: event.message,
      };
    case 'permission_decided':
      return {
        type: 'permission',
        subject: event.subject,
        asked_by: event.askedBy,
        tool_call_id: event.toolCallId,
        change: event.change,
        allowed: event.allowed,
        by: event.by,
        reason: event.reason,
      };
    case 'plan':
      return { type: 'plan', entries: event.entries };
    case 'usage':
      return { type: 'usage', ...event.usage };
    case 'notice':
      return { type: 'notice', level: event.level, source: event.source, text: event.text };
    case 'mcp_server':
      return {
        type: 'mcp_server',
        name: event.server.name,
        state: event.server.state,
        tools: event.server.tools,
        detail: event.server.detail,
      };
    case 'backend_exited':
      return {
        type: 'error',
        error: { code: 'backend_failed', message: event.reason },
        stderr: event.stderr,
      };
    default:
      return null;
  }
}

const FINAL: ReadonlySet<ToolStatus | undefined> = new Set<ToolStatus>(['completed', 'failed', 'cancelled']);

/** A tool call is announced once, reports its updates, and its end is a line type of its own. */
function toToolLine({ notAsked, ...call }: ToolCallPatch, announced: Set<string>): object {
  const { id, ...rest } = call;
  const fields = notAsked === true ? { ...rest, not_asked: true } : rest;
  if (FINAL.has(call.status)) return { type: 'tool_result', id, ...fields };
  const isNew = !announced.has(id);
  announced.add(id);
  return { type: isNew ? 'tool_call' : 'tool_update', id, ...fields };
}
