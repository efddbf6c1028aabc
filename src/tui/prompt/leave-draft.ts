import type { TurnState } from '../../core/state/session-state.ts';
import { draftOf } from '../editor/editor.ts';
import { step } from '../keys/transition.ts';
import { completionsOf } from './completion/complete-draft.ts';
import { rememberPrompt } from './history-state.ts';
import { changeDraft, type PromptContext, type PromptState, type PromptStep } from './prompt-state.ts';

/** How soon the second press of Esc or Ctrl+C has to follow. */
const TWICE_MS = 1000;

/**
 * What is open is closed first; then a running turn is interrupted; then, pressed twice, the draft is cleared, or an empty
 * one becomes the last prompt again.
 */
export function escapeDraft(prompt: PromptState, context: PromptContext): PromptStep {
  if (prompt.showsKeys) return step({ ...prompt, showsKeys: false });
  if (completionsOf(prompt, context).length > 0)
    return step({ ...prompt, completion: { ...prompt.completion, dismissed: true } });
  const { turn, entries } = context.session;
  if (turn !== null && !turn.cancelling) return step(prompt, { type: 'cancel' });
  const last = entries.last('prompt');
  const sent = last?.kind === 'prompt' ? last.text : undefined;
  if (prompt.editor.text === '' && sent === undefined) return step(prompt);
  if (!isArmed(prompt, 'escape', context)) return step(arm(prompt, 'escape', context));
  if (prompt.editor.text !== '') return step(clearDraft(prompt));
  return step(changeDraft(prompt, { type: 'replace', text: sent ?? '' }));
}

/** Cancels the turn, else clears the draft; pressed twice it quits. An agent that does not react is ended. */
export function interruptDraft(prompt: PromptState, context: PromptContext): PromptStep {
  if (isArmed(prompt, 'interrupt', context)) return step(prompt, { type: 'leave' });
  if (isStuck(context.session.turn, context.now)) return step(prompt, { type: 'end-backend' });
  const armed = arm(prompt, 'interrupt', context);
  if (context.session.turn !== null) return step(armed, { type: 'cancel' });
  return step(prompt.editor.text === '' ? armed : { ...clearDraft(prompt), armed: armed.armed });
}

function isArmed({ armed }: PromptState, key: 'escape' | 'interrupt', { now }: PromptContext): boolean {
  return armed?.key === key && now < armed.until;
}

function arm(prompt: PromptState, key: 'escape' | 'interrupt', { now }: PromptContext): PromptState {
  return { ...prompt, armed: { key, until: now + TWICE_MS } };
}

/** An empty draft; the old one is the newest earlier prompt, so that Up brings it back. */
function clearDraft(prompt: PromptState): PromptState {
  const history = rememberPrompt(prompt.history, draftOf(prompt.editor));
  return { ...changeDraft(prompt, { type: 'reset' }), history };
}

/** An agent that has not ended a cancelled turn by then may not do so at all. */
const STUCK_AFTER_MS = 2000;

/** Whether a turn was cancelled and its agent does not react. */
export function isStuck(turn: TurnState | null, now: number): boolean {
  return turn?.cancellingSince !== undefined && now - turn.cancellingSince >= STUCK_AFTER_MS;
}
