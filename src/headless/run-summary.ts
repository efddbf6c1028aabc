import { blockToText } from '../core/content.ts';
import { type ErrorCode, EXIT_FAILED, EXIT_OK, exitCodeFor } from '../core/errors.ts';
import type { TurnResult } from '../core/ports/backend.ts';
import type { StampedEvent, TurnError, Usage } from '../core/state/events.ts';
import type { Entry, SessionState } from '../core/state/session-state.ts';

export type Subtype = 'success' | 'error' | 'cancelled' | 'limit';

/** The object that `--output-format json` prints and that ends `stream-json`. Keys are stable; see docs/headless.md. */
export interface RunResult {
  type: 'result';
  schema_version: 1;
  subtype: Subtype;
  is_error: boolean;
  /** The agent's messages of this run, a blank line between them. */
  result: string;
  session_id: string;
  backend: string;
  agent: { name: string; version: string | null } | null;
  stop_reason: string;
  num_turns: number;
  duration_ms: number;
  tool_calls: ToolCallSummary[];
  /** How many of them have run though nobody was asked who would have been. */
  unasked_calls: number;
  permission_denials: { subject: string; asked_by: string; reason: string }[];
  usage?: Usage;
  error?: TurnError;
}

export interface ToolCallSummary {
  id: string;
  title: string;
  kind: string;
  status: string;
  /** It has run without asking. */
  not_asked?: true;
  /** Why it was refused or what it failed with. */
  error?: string;
}

export interface RunSummary {
  add(event: StampedEvent): void;
  /** `cut` names the error that ended the run from outside: a time limit, a signal. */
  finish(
    state: SessionState,
    ended: TurnResult,
    cut: TurnError | null,
  ): { result: RunResult; exitCode: number };
}

/** Gathers what a headless run reports at its end. */
export function createRunSummary(now: () => number): RunSummary {
  const startedAt = now();
  const denials: RunResult['permission_denials'] = [];
  let turns = 0;
  return {
    add(event) {
      if (event.type === 'turn_started') turns += 1;
      if (event.type === 'permission_decided' && !event.allowed && event.by !== 'cancelled') {
        denials.push({ subject: event.subject, asked_by: event.askedBy, reason: event.reason });
      }
    },
    finish(state, ended, cut) {
      const entries = entriesOfRun(state);
      const error = cut ?? ended.error;
      const subtype = subtypeOf(ended, error);
      const result: RunResult = {
        type: 'result',
        schema_version: 1,
        subtype,
        is_error: subtype !== 'success',
        result: answerOf(entries),
        session_id: state.sessionId,
        backend: state.backend,
        agent: state.agent === null ? null : { name: state.agent.name, version: state.agent.version ?? null },
        stop_reason: ended.stopReason,
        num_turns: turns,
        duration_ms: now() - startedAt,
        tool_calls: toolCallsOf(entries),
        unasked_calls: entries.filter(isUnasked).length,
        permission_denials: denials,
        ...(Object.keys(state.usage).length > 0 ? { usage: state.usage } : {}),
        ...(error === undefined ? {} : { error }),
      };
      return { result, exitCode: exitCodeOf(subtype, error, denials.length) };
    },
  };
}

/** Somebody has told simse to stop. */
const STOPS: ReadonlySet<ErrorCode> = new Set(['interrupted', 'terminated', 'hung_up', 'quit']);

function subtypeOf(ended: TurnResult, error: TurnError | undefined): Subtype {
  if (error?.code === 'timeout' || error?.code === 'limit') return 'limit';
  if (error !== undefined && STOPS.has(error.code)) return 'cancelled';
  if (error !== undefined || ended.stopReason === 'error' || ended.stopReason === 'refusal') return 'error';
  if (ended.stopReason === 'cancelled') return 'cancelled';
  return ended.stopReason === 'max_tokens' || ended.stopReason === 'max_turn_requests' ? 'limit' : 'success';
}

function exitCodeOf(subtype: Subtype, error: TurnError | undefined, denials: number): number {
  // What failed because it was refused is a refusal.
  if (error?.code === 'tool_failed' && denials > 0) return exitCodeFor('denied');
  if (error !== undefined) return exitCodeFor(error.code);
  switch (subtype) {
    case 'limit':
      return exitCodeFor('limit');
    case 'cancelled':
      // Some agents end the turn when they are refused.
      return exitCodeFor(denials > 0 ? 'denied' : 'interrupted');
    case 'error':
      return EXIT_FAILED;
    case 'success':
      return denials > 0 ? exitCodeFor('denied') : EXIT_OK;
  }
}

/** A session that goes on has entries of earlier runs before the last prompt. */
function entriesOfRun({ entries }: SessionState): readonly Entry[] {
  return entries.slice(Math.max(0, entries.lastIndexOf('prompt')));
}

function answerOf(entries: readonly Entry[]): string {
  const texts = entries.flatMap((entry) =>
    entry.kind === 'message' && entry.role === 'agent' && entry.text !== '' ? [entry.text] : [],
  );
  return texts.reduce((all, text) => (all === '' ? text : `${all.replace(/\n*$/, '\n\n')}${text}`), '');
}

function isUnasked(entry: Entry): boolean {
  return entry.kind === 'tool' && entry.call.notAsked === true;
}

function toolCallsOf(entries: readonly Entry[]): ToolCallSummary[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    const { id, title, kind, status, denied, content, notAsked } = entry.call;
    const failure =
      status === 'failed'
        ? content.flatMap((part) => (part.type === 'content' ? [blockToText(part.block)] : [])).join('\n')
        : '';
    const error = denied ?? failure;
    const unasked = notAsked === true ? { not_asked: true as const } : {};
    return [{ id, title, kind, status, ...unasked, ...(error === '' ? {} : { error }) }];
  });
}
