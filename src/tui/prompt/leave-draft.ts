import { completionsOf } from './completion/completion.ts';
import { draftOf } from '../editor/editor.ts';
import { rememberPrompt } from './history-state.ts';
import { changeDraft } from './change-draft.ts';
import { isStuck } from '../repl/stuck-turn.ts';
import { type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** How soon the second press of Esc or Ctrl+C has to follow. */
const TWICE_MS = 1000;

/**
 * What is open is closed first; then a running turn is interrupted; then, pressed twice, the draft is cleared, or an empty
 * one becomes the last prompt again.
 */
export function escapeDraft(ui: UiState, context: StepContext): Step {
  if (ui.showsKeys) return step({ ...ui, showsKeys: false });
  if (completionsOf(ui, context).length > 0)
    return step({ ...ui, completion: { ...ui.completion, dismissed: true } });
  const { turn, entries } = context.session;
  if (turn !== null && !turn.cancelling) return step(ui, { type: 'cancel' });
  const last = entries.last('prompt');
  const prompt = last?.kind === 'prompt' ? last.text : undefined;
  if (ui.editor.text === '' && prompt === undefined) return step(ui);
  if (!isArmed(ui, 'escape', context)) return step(arm(ui, 'escape', context));
  if (ui.editor.text !== '') return step(clearDraft(ui));
  return step(changeDraft(ui, { type: 'replace', text: prompt ?? '' }));
}

/** Cancels the turn, else clears the draft; pressed twice it leaves. A backend that does not react is ended. */
export function interruptDraft(ui: UiState, context: StepContext): Step {
  if (isArmed(ui, 'interrupt', context)) return step(ui, { type: 'leave' });
  if (isStuck(context.session.turn, context.now)) return step(ui, { type: 'end-backend' });
  const armed = arm(ui, 'interrupt', context);
  if (context.session.turn !== null) return step(armed, { type: 'cancel' });
  return step(ui.editor.text === '' ? armed : { ...clearDraft(ui), armed: armed.armed });
}

function isArmed({ armed }: UiState, key: 'escape' | 'interrupt', { now }: StepContext): boolean {
  return armed?.key === key && now < armed.until;
}

function arm(ui: UiState, key: 'escape' | 'interrupt', { now }: StepContext): UiState {
  return { ...ui, armed: { key, until: now + TWICE_MS } };
}

/** An empty draft; the old one is the newest earlier prompt, so that Up brings it back. */
function clearDraft(ui: UiState): UiState {
  const history = rememberPrompt(ui.history, draftOf(ui.editor));
  return { ...changeDraft(ui, { type: 'reset' }), history };
}
