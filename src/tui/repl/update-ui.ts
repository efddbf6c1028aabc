import type { InputEvent } from '../terminal/input/input-event.ts';
import { handleDialog, syncDialog } from '../question/handle-dialog.ts';
import { extendElicitationGuard, handleElicitation, syncElicitation } from '../form/form-keys.ts';
import { handleKeys } from './handle-keys.ts';
import { handlePanel } from '../panel/handle-panel.ts';
import { handlePrompt } from '../prompt/handle-prompt.ts';
import { handleQueue, syncQueueMark } from '../prompt/handle-queue.ts';
import { handleSources } from '../prompt/handle-sources.ts';
import { handleVim } from '../prompt/handle-vim.ts';
import { handleSearch } from '../prompt/handle-search.ts';
import { type Step, type StepContext, step } from './step.ts';
import type { UiState } from './ui-state.ts';

/**
 * What one event of the keyboard does. Pure and total. In a form or a panel, text has to come character by character, since
 * each may be a key: see splitIntoKeys.
 *
 * Permission questions are shown first, since the agent stands still until they are answered, then requests for
 * information. One that is being filled in is kept while a question hides it, as is a panel, which stands in front of the
 * draft.
 */
export function updateUi(ui: UiState, event: InputEvent, context: StepContext): Step {
  const synced = syncSession(ui, context);
  const answered = handleDialog(synced, event, context);
  if (answered !== null) return answered;
  const filled = handleElicitation(synced, event, context);
  if (filled !== null) return filled;
  const guarded = extendElicitationGuard(synced, context.now);
  const unmarked = { ...guarded, queueMark: null };
  return (
    handlePanel(guarded, event, context) ??
    handleSearch(guarded, event, context) ??
    handleKeys(guarded, event, context) ??
    handleQueue(guarded, event, context) ??
    handleVim(unmarked, event, context) ??
    handleSources(unmarked, event, context) ??
    handlePrompt(unmarked, event, context) ??
    step(synced)
  );
}

/** The state after the session or the clock went on: what is asked now is shown, an armed key is given up. */
export function syncSession(ui: UiState, { session, now }: StepContext): UiState {
  const asked = syncDialog(ui, session.questions, now);
  const isInFront = asked.dialog === null;
  const wasHidden = ui.dialog !== null && isInFront;
  const shown = syncElicitation(asked, session.elicitations, { now, isInFront, wasHidden });
  const marked = syncQueueMark(shown, session.queue);
  return marked.armed !== null && now >= marked.armed.until ? { ...marked, armed: null } : marked;
}

/** More than this comes at once only from a paste that the terminal does not mark as one: no key of it is an answer. */
const MAX_TYPED_AT_ONCE = 16;

/** The events to hand to updateUi one after the other, with the session's newest state each time. */
export function splitIntoKeys(ui: UiState, event: InputEvent): InputEvent[] {
  // Several characters at once are no key that somebody pressed to answer a question.
  if (ui.dialog !== null) return [event];
  const hasKeys = ui.elicitation !== null || ui.panel !== null;
  if (!hasKeys || event.type !== 'text' || event.text.length > MAX_TYPED_AT_ONCE) return [event];
  return Array.from(event.text, (text) => ({ type: 'text', text }));
}
