import type { InputEvent } from '../input/input-event.ts';
import { extendGuard, handleDialog, syncDialog } from './handle-dialog.ts';
import { handlePrompt } from './handle-prompt.ts';
import { type Step, type StepContext, step } from './step.ts';
import type { UiState } from './ui-state.ts';

/**
 * What one event of the keyboard does. Pure and total. While a dialog is open, text has to come character by character,
 * since each may be an answer: see splitForDialog.
 */
export function updateUi(ui: UiState, event: InputEvent, context: StepContext): Step {
  const synced = syncSession(ui, context);
  const answered = handleDialog(synced, event, context);
  if (answered !== null) return answered;
  return handlePrompt(extendGuard(synced, context.now), event, context) ?? step(synced);
}

/** The state after the session or the clock went on: the dialog shows what is asked now, an armed key is given up. */
export function syncSession(ui: UiState, { session, now }: StepContext): UiState {
  const synced = syncDialog(ui, session.questions, now);
  return synced.armed !== null && now >= synced.armed.until ? { ...synced, armed: null } : synced;
}

/** The events to hand to updateUi one after the other, with the session's newest state each time. */
export function splitForDialog(ui: UiState, event: InputEvent): InputEvent[] {
  if (ui.dialog === null || event.type !== 'text') return [event];
  return Array.from(event.text, (text) => ({ type: 'text', text }));
}
