import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answersOf, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import { answerNumbered } from './typed-answers.ts';
import { draftOf } from '../editor/editor.ts';
import { onOneLine } from '../form/form-state.ts';
import { chordLabel } from '../keys/chord.ts';
import type { Command } from '../keys/prompt-keys.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import { requestRows } from './question-lines.ts';
import { type ScrollAction, scrollBy } from '../draw/scrolled-rows.ts';
import { changeDraft } from '../prompt/change-draft.ts';
import { fieldOf, handleField, openReason, openRule } from './handle-dialog-field.ts';
import { handleElicitation } from '../form/form-keys.ts';
import { type Handler, type Step, type StepContext, step } from '../repl/step.ts';
import type { DialogState, UiState } from '../repl/ui-state.ts';

/** How long nothing must have been pressed before a key answers: whoever types has not read the question. */
export const SILENCE_MS = 1000;

/** Shows the first open question, or none. Nothing answers one that has just come to the front. */
export function syncDialog(ui: UiState, questions: readonly PermissionQuestion[], now: number): UiState {
  const [first] = questions;
  if (first?.id === ui.dialog?.questionId) return ui;
  if (first === undefined) return { ...ui, dialog: null };
  return {
    ...ui,
    dialog: {
      questionId: first.id,
      selected: narrowest(answersOf(first)),
      quietFrom: now + SILENCE_MS,
      isSeen: false,
      isDraftAside: ui.dialog?.isDraftAside ?? false,
      answered: false,
      scroll: 0,
      field: null,
    },
  };
}

/**
 * Takes every key while a question is open, but those that look at something or end the turn: there is no prompt to type
 * into. What is typed is kept in the draft. An answer is given only in silence, and only where no draft waits, or the user
 * has gone past it to the answers.
 */
export const handleDialog: Handler = (ui, event, context) => {
  const { dialog } = ui;
  const question = context.session.questions[0];
  if (dialog === null || question?.id !== dialog.questionId) return null;
  const isQuiet = context.now >= dialog.quietFrom;
  const open: Open = {
    ui,
    dialog: { ...dialog, isSeen: dialog.isSeen || isQuiet },
    question,
    answers: answersOf(question),
    isQuiet,
    pressed: event.type === 'key' ? chordLabel(event.chord) : event.text,
    context,
  };
  const action = context.keymap.inPlace('dialog', event);
  const scrolls = action === 'page-up' || action === 'page-down';
  if (dialog.field !== null && (!scrolls || event.type === 'text')) return handleTyping(open, event);
  if (scrolls) return scroll(open, action);
  if (event.type === 'key' && action !== undefined) return act(open, action) ?? passOn(open, event);
  return answerByCharacter(open, event) ?? passOn(open, event);
};

interface Open {
  ui: UiState;
  dialog: DialogState;
  question: PermissionQuestion;
  answers: readonly OfferedAnswer[];
  /** Nothing was pressed for long enough. */
  isQuiet: boolean;
  /** The key, as people read it. */
  pressed: string;
  context: StepContext;
}

/** Whether what is typed goes into the draft, which then keeps the keys from answering. */
export function hasDraft({ editor, dialog }: UiState): boolean {
  return editor.text !== '' && dialog?.isDraftAside !== true;
}

/** After a key that answered nothing, silence begins anew. */
function unsettled({ ui, dialog, context: { now } }: Open, change: Partial<DialogState> = {}): UiState {
  return { ...ui, dialog: { ...dialog, quietFrom: now + SILENCE_MS, ...change } };
}

/** What would be done, a page up or down. */
function scroll({ ui, dialog, question, context }: Open, action: ScrollAction): Step {
  const rows = requestRows(question, context.columns - 1, false).rows.length;
  // The first page shows the end as well: going on begins right behind its first row.
  const by = action === 'page-down' && dialog.scroll === 0 ? 1 : scrollBy(dialog.scroll, action, rows);
  return step({ ...ui, dialog: { ...dialog, scroll: by } });
}

type KeyAction = Exclude<PlaceAction<'dialog'>, ScrollAction>;

/** What the keys of a question do that are no characters. null for one that is somebody typing. */
function act(open: Open, action: KeyAction): Step | null {
  const { dialog, isQuiet } = open;
  // Nobody has had the time to see the question.
  if (!dialog.isSeen) return null;
  switch (action) {
    case 'up':
      return move(open, -1);
    case 'down':
      return move(open, 1);
    case 'choose':
      return isQuiet && !hasDraft(open.ui) ? choose(open, open.answers[dialog.selected]) : null;
    case 'reject':
      return reject(open);
    case 'say-why':
      return say(open);
    case 'edit-rule':
    case 'show-all':
      return isQuiet && !hasDraft(open.ui) ? look(open, action) : null;
  }
}

/** A number or a letter that is shown, typed by itself; null for what is somebody typing. */
function answerByCharacter(open: Open, event: InputEvent): Step | null {
  if (event.type !== 'text' || !open.isQuiet || hasDraft(open.ui)) return null;
  const action = open.context.keymap.inPlace('dialog', event);
  if (action === 'edit-rule' || action === 'show-all') return look(open, action);
  const chosen = answerNumbered(open.answers, event.text);
  if (chosen !== undefined) return choose(open, chosen);
  return action === undefined || action === 'page-up' || action === 'page-down' ? null : act(open, action);
}

/** A draft that waits is what there is to say. */
function say(open: Open): Step | null {
  const reason = hasDraft(open.ui) ? draftOf(open.ui.editor) : '';
  const dialog = openReason(open.dialog, open.answers, reason);
  return dialog === null ? null : step({ ...open.ui, dialog });
}

function look(open: Open, action: 'edit-rule' | 'show-all'): Step | null {
  if (action === 'show-all') return step(open.ui, { type: 'show-asked' });
  const dialog = openRule(open.dialog, open.question);
  return dialog === null ? null : step(unsettled(open, dialog));
}

/** From a draft to the answers, else from answer to answer. */
function move(open: Open, by: number): Step {
  const { ui, dialog, answers, isQuiet } = open;
  if (hasDraft(open.ui)) return step(unsettled(open, { isDraftAside: true }));
  const count = Math.max(1, answers.length);
  const selected = (dialog.selected + count + by) % count;
  // In silence nobody types: who goes to an answer means it, and need not wait to give it.
  return step(isQuiet ? { ...ui, dialog: { ...dialog, selected } } : unsettled(open, { selected }));
}

/** What holds under a question as well: none of it sends, answers, or changes what is allowed. */
const PASSED_ON: ReadonlySet<unknown> = new Set<Command>([
  'interrupt',
  'delete-or-leave',
  'redraw',
  'suspend',
  'show-output',
  'show-keys',
  'fold-plan',
]);

/** Keeps what is typed and edited as the draft; any other key does nothing. */
function passOn(open: Open, event: InputEvent): Step | null {
  const { ui, dialog, context } = open;
  if (event.type !== 'key') {
    const filled = fillHidden(ui, event, context);
    if (filled !== null) return step(unsettled({ ...open, ui: filled }));
    const kept = changeDraft(ui, event.type === 'text' ? { type: 'insert', text: event.text } : event);
    return step(unsettled({ ...open, ui: kept }, { isDraftAside: false }));
  }
  const action = context.keymap.inPrompt(event);
  if (typeof action === 'object')
    return step(unsettled(hasDraft(ui) ? { ...open, ui: changeDraft(ui, action) } : open));
  // Esc that was meant for the turn, before there was a question.
  const isPassed = PASSED_ON.has(action) || (action === 'escape' && !dialog.isSeen);
  return isPassed ? null : step(unsettled(open));
}

/** A form that was being filled in goes on taking what is typed, which may be a secret; null without one. */
function fillHidden(ui: UiState, event: Exclude<InputEvent, { type: 'key' }>, context: StepContext) {
  if (ui.elicitation === null) return null;
  const parts = event.type === 'paste' ? [event] : Array.from(event.text, (text) => ({ ...event, text }));
  let filled: UiState | null = null;
  for (const part of parts) filled = handleElicitation(filled ?? ui, part, context)?.ui ?? filled;
  return filled;
}

function handleTyping(open: Open, event: InputEvent): Step | null {
  const { ui, dialog, question, isQuiet, context } = open;
  if (dialog.field === null) return null;
  const typed = handleField(dialog.field, question, event, { keymap: context.keymap, isQuiet });
  if (typed === null) return null;
  const isDraft = dialog.field.kind === 'reason' && !dialog.isDraftAside;
  if (typed.comes === 'send') {
    // A draft that was the reason has been said.
    const said = isDraft ? changeDraft(ui, { type: 'reset' }) : ui;
    return answer({ ...open, ui: said }, typed.answer);
  }
  if (typed.comes === 'stay') return step({ ...ui, dialog: { ...dialog, field: typed.field } });
  const { text } = dialog.field.editor;
  const isSame = !isDraft || text === onOneLine(draftOf(ui.editor));
  const kept = isSame ? ui : changeDraft(ui, { type: 'replace', text });
  return step(unsettled({ ...open, ui: kept }, { field: null }));
}

function choose(open: Open, offered: OfferedAnswer | undefined): Step {
  if (offered === undefined) return step(open.ui);
  if (offered.file === undefined) return answer(open, offered.answer);
  // What is written into a file is shown before: Enter writes it, a second later.
  return step(unsettled(open, { field: fieldOf('rule', offered, offered.rule ?? '') }));
}

function reject(open: Open): Step {
  const rejection = open.answers.find(({ kind }) => kind === 'reject_once');
  return rejection === undefined ? answer(open, { outcome: 'cancelled' }) : choose(open, rejection);
}

function answer({ ui, dialog, question, pressed }: Open, given: QuestionAnswer): Step {
  if (dialog.answered) return step(ui);
  return step(
    { ...ui, dialog: { ...dialog, answered: true } },
    { type: 'answer', questionId: question.id, answer: { ...given, key: pressed } },
  );
}

/** What Enter would choose at first: to allow once, where there is something wider as well; else to reject. */
function narrowest(answers: readonly OfferedAnswer[]): number {
  const at = (kind: OfferedAnswer['kind']) => answers.findIndex((one) => one.kind === kind);
  return [at('allow_once'), at('reject_once'), at('reject_always'), 0].find((index) => index >= 0) ?? 0;
}
