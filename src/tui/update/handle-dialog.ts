import type { OptionKind, PermissionQuestion, QuestionOption } from '../../core/gate-request.ts';
import { optionNumbered } from '../dialog/typed-answers.ts';
import type { InputEvent } from '../input/input-event.ts';
import { requestRows } from '../live/request-rows.ts';
import type { PlaceAction } from '../input/place-keys.ts';
import { type ScrollAction, scrollBy } from '../live/scrolled-rows.ts';
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
  const open = { dialog, question };
  const action = context.keymap.inPlace('dialog', event);
  const scrolls = action === 'page-up' || action === 'page-down';
  const { field } = dialog;
  if (field !== null && (!scrolls || event.type === 'text'))
    return handleTyping(ui, event, { open, field, context });
  if (scrolls) return scroll(ui, action, open, context);
  if (action !== undefined) return act(ui, action, open);
  const option = event.type === 'text' ? optionNumbered(question, event.text) : undefined;
  return option === undefined ? null : choose(ui, open, option);
};

/** The dialog after a key that went past it. */
export function extendGuard(ui: UiState, now: number): UiState {
  return ui.dialog === null ? ui : { ...ui, dialog: { ...ui.dialog, guardedUntil: now + GUARD_MS } };
}

interface Open {
  dialog: DialogState;
  question: PermissionQuestion;
}

/** What would be done, a page up or down. */
function scroll(
  ui: UiState,
  action: ScrollAction,
  { dialog, question }: Open,
  { columns }: StepContext,
): Step {
  const rows = requestRows(question, columns - 1).length;
  return step({ ...ui, dialog: { ...dialog, scroll: scrollBy(dialog.scroll, action, rows) } });
}

const KINDS = {
  allow: 'allow_once',
  'allow-always': 'allow_always',
  'reject-once': 'reject_once',
  'reject-always': 'reject_always',
} as const satisfies Record<string, OptionKind>;

function act(ui: UiState, action: Exclude<PlaceAction<'dialog'>, ScrollAction>, open: Open): Step | null {
  const { dialog, question } = open;
  const count = Math.max(1, question.options.length);
  const move = (by: number) => step(select(ui, dialog, (dialog.selected + count + by) % count));
  switch (action) {
    case 'up':
      return move(-1);
    case 'down':
      return move(1);
    case 'choose':
      return choose(ui, open, question.options[dialog.selected]);
    case 'reject':
      return reject(ui, open);
    case 'say-why':
      return show(ui, openReason(dialog, question));
    case 'edit-rule':
      return show(ui, openRule(dialog, question));
    case 'show-all':
      return step(ui, { type: 'show-asked' });
    default: {
      const option = question.options.find(({ kind }) => kind === KINDS[action]);
      return option === undefined ? null : choose(ui, open, option);
    }
  }
}

/** What cannot be opened leaves the key to the prompt. */
function show(ui: UiState, dialog: DialogState | null): Step | null {
  return dialog === null ? null : step({ ...ui, dialog });
}

interface TypingIn {
  open: Open;
  field: DialogField;
  context: StepContext;
}

function handleTyping(
  ui: UiState,
  event: InputEvent,
  { open, field, context: { keymap } }: TypingIn,
): Step | null {
  const typed = handleField(field, open.question, event, keymap);
  if (typed === null) return null;
  if ('answer' in typed) return answer(ui, open, typed.answer);
  return step({ ...ui, dialog: { ...open.dialog, field: typed.field } });
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
