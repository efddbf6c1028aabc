import type { TurnState } from '../../core/state/session-state.ts';

/** An agent that has not ended a cancelled turn by then may not do so at all. */
const STUCK_AFTER_MS = 2000;

/** Whether a turn was cancelled and its agent does not react. */
export function isStuck(turn: TurnState | null, now: number): boolean {
  return turn?.cancellingSince !== undefined && now - turn.cancellingSince >= STUCK_AFTER_MS;
}
