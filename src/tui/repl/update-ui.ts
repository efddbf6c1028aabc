import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import type { EditorAction } from '../editor/editor.ts';
import { extendGuard, handleElicitation, syncElicitation } from '../form/form-keys.ts';
import { lastKeysScroll } from '../keys/key-columns.ts';
import { step } from '../keys/transition.ts';
import { handlePanel } from '../panel/handle-panel.ts';
import { handlePrompt } from '../prompt/handle-prompt.ts';
import { changeDraft, disarmed, syncPrompt } from '../prompt/prompt-state.ts';
import { handlePermission } from '../question/handle-permission.ts';
import { syncPermission, type TypedEvent } from '../question/permission-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import {
  type DraftEffect,
  type Effect,
  type StepContext,
  type UiHandler,
  type UiState,
  type UiStep,
} from './ui-state.ts';

/**
 * What one event of the keyboard does. Pure and total. In a form or a panel, text has to come character by character, since
 * each may be a key: see splitIntoKeys.
 *
 * Permission questions are shown first, since the agent stands still until they are answered, then requests for
 * information. One that is being filled in is kept while a question hides it, as is a panel, which stands in front of the
 * draft.
 */
export function updateUi(ui: UiState, event: InputEvent, context: StepContext): UiStep {
  const synced = syncSession(ui, context);
  const answered = answerQuestion(synced, event, context) ?? answerRequest(synced, event, context);
  if (answered !== null) return answered;
  const guarded = { ...synced, elicitation: extendGuard(synced.elicitation, context.now) };
  return (
    workInPanel(guarded, event, context) ??
    handleKeys(guarded, event, context) ??
    writePrompt(guarded, event, context) ??
    handleScreen(guarded, event, context) ??
    step(synced)
  );
}

const answerQuestion: UiHandler = (ui, event, context) => {
  const [question] = context.session.questions;
  if (ui.dialog === null || question?.id !== ui.dialog.questionId) return null;
  const done = handlePermission(ui.dialog, event, { ...context, question, draft: ui.prompt.editor });
  return done === null ? null : writeDraft({ ...ui, dialog: done.state }, done.effects, context);
};

const answerRequest: UiHandler = (ui, event, context) => {
  const { elicitations } = context.session;
  const done = ui.elicitation && handleElicitation(ui.elicitation, event, { ...context, elicitations });
  return done === null ? null : step({ ...ui, elicitation: done.state }, ...done.effects);
};

const workInPanel: UiHandler = (ui, event, context) => {
  const done = ui.panel && handlePanel(ui.panel, event, context);
  return done === null ? null : writeDraft({ ...ui, panel: done.state }, done.effects, context);
};

const writePrompt: UiHandler = (ui, event, context) => {
  const done = handlePrompt(ui.prompt, event, context);
  return done === null ? null : step({ ...ui, prompt: done.state }, ...done.effects);
};

/** Takes out of the effects what is for the draft. */
function writeDraft(ui: UiState, effects: readonly (Effect | DraftEffect)[], context: StepContext): UiStep {
  let written = ui;
  const left: Effect[] = [];
  for (const effect of effects) {
    if (effect.type === 'edit-draft-behind') written = withDraft(written, effect.action);
    else if (effect.type === 'type-behind') written = typeBehind(written, effect.event, context);
    else if (effect.type === 'replace-draft')
      written = withDraft(written, { type: 'replace', text: effect.text });
    else left.push(effect);
  }
  return step(written, ...left);
}

function withDraft(ui: UiState, action: EditorAction): UiState {
  return { ...ui, prompt: changeDraft(ui.prompt, action) };
}

/** A form that was being filled in goes on taking what is typed, which may be a secret; without one the draft takes it. */
function typeBehind(ui: UiState, event: TypedEvent, context: StepContext): UiState {
  const parts = event.type === 'paste' ? [event] : Array.from(event.text, (text) => ({ ...event, text }));
  let filled: UiState | null = null;
  for (const part of parts) filled = answerRequest(filled ?? ui, part, context)?.state ?? filled;
  if (filled !== null) return filled;
  const dialog = ui.dialog && { ...ui.dialog, isDraftAside: false };
  return withDraft({ ...ui, dialog }, event.type === 'text' ? { type: 'insert', text: event.text } : event);
}

/** The state after the session or the clock went on: what is asked now is shown, an armed key is given up. */
export function syncSession(ui: UiState, { session, now }: StepContext): UiState {
  const dialog = syncPermission(ui.dialog, session.questions, now);
  const isInFront = dialog === null;
  const wasHidden = ui.dialog !== null && isInFront;
  const elicitation = syncElicitation(ui.elicitation, session.elicitations, { now, isInFront, wasHidden });
  return { ...ui, dialog, elicitation, prompt: syncPrompt(ui.prompt, session.queue, now) };
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

const PAGE = 10;

/** Scrolls the list of keys while it is open; any other key is for the prompt. */
const handleKeys: UiHandler = (ui, event, { keymap, columns }) => {
  if (!ui.prompt.showsKeys || ui.prompt.search !== null || event.type !== 'key') return null;
  const by = scrollBy(keymap.inPrompt(event));
  if (by === null) return null;
  const last = lastKeysScroll(keymap, columns - 1);
  return step({ ...ui, keysScroll: Math.max(0, Math.min(ui.keysScroll + by, last)) });
};

function scrollBy(action: unknown): number | null {
  switch (action) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -PAGE;
    case 'page-down':
      return PAGE;
    default:
      return null;
  }
}

/** What Shift+Tab goes through, and comes back to from any other mode: those that can do no harm unasked but by an edit. */
const MODE_CYCLE: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/** Takes the keys of the screen, which nothing on it has taken. */
const handleScreen: UiHandler = (ui, event, { keymap, session }) => {
  const calm = { ...ui, prompt: disarmed(ui.prompt) };
  const action = keymap.inPrompt(event);
  switch (action) {
    case 'next-mode': {
      const next = MODE_CYCLE.findIndex((mode) => mode === modeInForce(session).mode) + 1;
      return step(calm, { type: 'set-mode', mode: MODE_CYCLE[next] ?? 'default' });
    }
    case 'fold-plan':
      return step({ ...calm, planFolded: !ui.planFolded });
    case 'redraw':
    case 'show-output':
    case 'suspend':
      return step(calm, { type: action });
    default:
      return null;
  }
};
