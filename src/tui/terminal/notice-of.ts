import type { SessionState } from '../../core/state/session-state.ts';
import { formatDuration } from '../draw/quantities.ts';

/** A turn that took less was waited for. */
const LONG_TURN_MS = 10_000;

/** What happened that the user may want to know of, wherever they look. */
export interface Notice {
  kind: 'asked' | 'ended';
  text: string;
}

/** What has come between two states of a session; null when nothing did that has to be told. */
export function noticeOf(before: SessionState, now: SessionState): Notice | null {
  const asked = newQuestion(before, now);
  if (asked !== null) return { kind: 'asked', text: asked };
  if (before.turn === null || now.turn?.id === before.turn.id || now.queue.length > 0) return null;
  const end = now.entries.last('turn_end');
  if (end?.kind !== 'turn_end' || end.durationMs < LONG_TURN_MS || end.stopReason === 'cancelled')
    return null;
  const outcome = end.error === undefined ? 'Done' : 'Failed';
  return { kind: 'ended', text: `${outcome} after ${formatDuration(end.durationMs)}` };
}

function newQuestion(before: SessionState, now: SessionState): string | null {
  const question = newOf(before.questions, now.questions);
  if (question !== undefined) return `${question.askedBy} asks: ${question.title}`;
  const elicitation = newOf(before.elicitations, now.elicitations);
  return elicitation === undefined ? null : `${elicitation.askedBy} asks: ${elicitation.request.message}`;
}

function newOf<T extends { id: string }>(before: readonly T[], now: readonly T[]): T | undefined {
  if (now === before) return undefined;
  const known = new Set(before.map(({ id }) => id));
  return now.find(({ id }) => !known.has(id));
}
