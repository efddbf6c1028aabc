import type { PermissionQuestion, QuestionOption } from '../../core/gate-request.ts';
import { optionFor } from '../dialog/typed-answers.ts';
import type { InputEvent } from '../input/input-event.ts';
import { actionOf } from '../input/keymap.ts';
import { requestRows } from '../live/request-rows.ts';
import { scrollBy } from '../live/scrolled-rows.ts';
import { handleField, openReason, openRule } from './handle-dialog-field.ts';
import { type Effect, type Handler, type Step, type StepContext, step } from './step.ts';
import type { DialogField, DialogState, UiState } from './ui-state.ts';

/** For how long after a dialog has appeared, and after each key in that time, keys still go to the prompt. */
export const GUARD_MS = 200;

/** Shows the first open question, or none. A question that has just come to the front is guarded. */
export function syncDialog(ui: UiState, questions: readonly PermissionQuestion[], now: number): UiState {
  const [first] = questions;
  if (first?.id === ui.dialog?.questionId) return ui;
  if (first === undefined) return { ...ui, dialog: null };
  return {
    ...ui,
    dialog: {
      questionId: first.id,
      selected: narrowest(first),
      guardedUntil: now + GUARD_MS,
      answered: false,
      scroll: 0,
      field: null,
    },
  };
}

/**
 * Takes the dialog's own keys while a question is open. Any other is somebody typing: it goes to the prompt, and so does
 * what follows it at once, whatever key that is.
 */
export const handleDialog: Handler = (ui, event, context) => {
  const { dialog } = ui;
  const question = context.session.questions[0];
  if (dialog === null || question?.id !== dialog.questionId) return null;
  if (context.now < dialog.guardedUntil) return null;
  const scrolled = event.type === 'key' ? scroll(ui, event.chord, { dialog, question }, context) : null;
  if (scrolled !== null) return scrolled;
  if (dialog.field !== null) return handleTyping(ui, event, { dialog, question }, dialog.field);
  if (event.type === 'key') return handleKey(ui, event.chord, { dialog, question });
  return event.type === 'text' ? handleCharacter(ui, event.text, { dialog, question }) : null;
};

/** The dialog after a key that went past it. */
export function extendGuard(ui: UiState, now: number): UiState {
  return ui.dialog === null ? ui : { ...ui, dialog: { ...ui.dialog, guardedUntil: now + GUARD_MS } };
}

interface Open {
  dialog: DialogState;
  question: PermissionQuestion;
}

/** What would be done, a page up or down; null for another key. */
function scroll(
  ui: UiState,
  chord: string,
  { dialog, question }: Open,
  { columns }: StepContext,
): Step | null {
  const rows = requestRows(question, columns - 1).length;
  const from = scrollBy(dialog.scroll, chord, rows);
  return from === null ? null : step({ ...ui, dialog: { ...dialog, scroll: from } });
}

function handleKey(ui: UiState, chord: string, open: Open): Step | null {
  const { dialog, question } = open;
  const count = Math.max(1, question.options.length);
  const move = (by: number) => step(select(ui, dialog, (dialog.selected + count + by) % count));
  switch (actionOf(chord)) {
    case 'up':
      return move(-1);
    case 'down':
      return move(1);
    case 'send':
      return choose(ui, open, question.options[dialog.selected]);
    case 'escape':
      return reject(ui, open);
    case 'complete':
      return show(ui, openReason(dialog, question));
    default:
  }
  if (chord === 'left') return move(-1);
  return chord === 'right' ? move(1) : null;
}

/** What cannot be opened leaves the key to the prompt. */
function show(ui: UiState, dialog: DialogState | null): Step | null {
  return dialog === null ? null : step({ ...ui, dialog });
}

function handleTyping(ui: UiState, event: InputEvent, open: Open, field: DialogField): Step | null {
  const typed = handleField(field, open.question, event);
  if (typed === null) return null;
  if ('answer' in typed) return answer(ui, open, typed.answer);
  return step({ ...ui, dialog: { ...open.dialog, field: typed.field } });
}

function handleCharacter(ui: UiState, character: string, open: Open): Step | null {
  if (character === 'e') return show(ui, openRule(open.dialog, open.question));
  if (character === 'd') return step(ui, { type: 'show-asked' });
  const option = optionFor(open.question, character);
  return option === undefined ? null : choose(ui, open, option);
}

/** What Enter would choose at first: to allow once, where the agent puts something wider on top. */
function narrowest({ options }: PermissionQuestion): number {
  return Math.max(
    0,
    options.findIndex(({ kind }) => kind === 'allow_once'),
  );
}

function select(ui: UiState, dialog: DialogState, selected: number): UiState {
  return { ...ui, dialog: { ...dialog, selected } };
}

function choose(ui: UiState, open: Open, option: QuestionOption | undefined): Step {
  if (option === undefined) return step(ui);
  return answer(ui, open, { outcome: 'selected', optionId: option.id });
}

function reject(ui: UiState, open: Open): Step {
  const option = open.question.options.find(({ kind }) => kind === 'reject_once');
  return option === undefined ? answer(ui, open, { outcome: 'cancelled' }) : choose(ui, open, option);
}

function answer(
  ui: UiState,
  { dialog, question }: Open,
  given: Extract<Effect, { type: 'answer' }>['answer'],
): Step {
  if (dialog.answered) return step(ui);
  return step(
    { ...ui, dialog: { ...dialog, answered: true } },
    { type: 'answer', questionId: question.id, answer: given },
  );
}
