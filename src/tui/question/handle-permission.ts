import type { QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answersOf, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import { type ScrollAction, scrollBy } from '../draw/scrolled-rows.ts';
import { draftOf, type EditorAction, onOneLine } from '../editor/editor.ts';
import { chordLabel } from '../keys/chord.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import type { Command } from '../keys/prompt-keys.ts';
import { step, type Transition } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import {
  hasDraft,
  type PermissionContext,
  type PermissionEffect,
  type PermissionState,
  SILENCE_MS,
} from './permission-state.ts';
import { requestRows } from './question-lines.ts';
import { answerNumbered, fieldOf, handleField, openReason, openRule } from './typed-answers.ts';

type Step = Transition<PermissionState, PermissionEffect>;

/**
 * Takes every key while a question is open, but those that look at something or end the turn: there is no prompt to type
 * into. What is typed is kept in the draft. An answer is given only in silence, and only where no draft waits, or the user
 * has gone past it to the answers.
 */
export function handlePermission(
  state: PermissionState,
  event: InputEvent,
  context: PermissionContext,
): Step | null {
  const isQuiet = context.now >= state.quietFrom;
  const open: Open = {
    state: { ...state, isSeen: state.isSeen || isQuiet },
    answers: answersOf(context.question),
    isQuiet,
    hasDraft: hasDraft(state, context.draft),
    pressed: event.type === 'key' ? chordLabel(event.chord) : event.text,
    context,
  };
  const action = context.keymap.inPlace('dialog', event);
  const scrolls = action === 'page-up' || action === 'page-down';
  if (state.field !== null && (!scrolls || event.type === 'text')) return handleTyping(open, event);
  if (scrolls) return scroll(open, action);
  if (event.type === 'key' && action !== undefined) return act(open, action) ?? passOn(open, event);
  return answerByCharacter(open, event) ?? passOn(open, event);
}

interface Open {
  state: PermissionState;
  answers: readonly OfferedAnswer[];
  /** Nothing was pressed for long enough. */
  isQuiet: boolean;
  /** A draft keeps the keys from answering. */
  hasDraft: boolean;
  /** The key, as people read it. */
  pressed: string;
  context: PermissionContext;
}

/** After a key that answered nothing, silence begins anew. */
function unsettled(
  { state, context: { now } }: Open,
  change: Partial<PermissionState> = {},
): PermissionState {
  return { ...state, quietFrom: now + SILENCE_MS, ...change };
}

/** What would be done, a page up or down. */
function scroll({ state, context: { question, columns } }: Open, action: ScrollAction): Step {
  const rows = requestRows(question, columns - 1, false).rows.length;
  // The first page shows the end as well: going on begins right behind its first row.
  const by = action === 'page-down' && state.scroll === 0 ? 1 : scrollBy(state.scroll, action, rows);
  return step({ ...state, scroll: by });
}

type KeyAction = Exclude<PlaceAction<'dialog'>, ScrollAction>;

/** What the keys of a question do that are no characters. null for one that is somebody typing. */
function act(open: Open, action: KeyAction): Step | null {
  const { state, isQuiet } = open;
  // Nobody has had the time to see the question.
  if (!state.isSeen) return null;
  switch (action) {
    case 'up':
      return move(open, -1);
    case 'down':
      return move(open, 1);
    case 'choose':
      return isQuiet && !open.hasDraft ? choose(open, open.answers[state.selected]) : null;
    case 'reject':
      return reject(open);
    case 'say-why':
      return say(open);
    case 'edit-rule':
    case 'show-all':
      return isQuiet && !open.hasDraft ? look(open, action) : null;
  }
}

/** A number or a letter that is shown, typed by itself; null for what is somebody typing. */
function answerByCharacter(open: Open, event: InputEvent): Step | null {
  if (event.type !== 'text' || !open.isQuiet || open.hasDraft) return null;
  const action = open.context.keymap.inPlace('dialog', event);
  if (action === 'edit-rule' || action === 'show-all') return look(open, action);
  const chosen = answerNumbered(open.answers, event.text);
  if (chosen !== undefined) return choose(open, chosen);
  return action === undefined || action === 'page-up' || action === 'page-down' ? null : act(open, action);
}

/** A draft that waits is what there is to say. */
function say({ state, answers, hasDraft: isDraft, context }: Open): Step | null {
  const opened = openReason(state, answers, isDraft ? draftOf(context.draft) : '');
  return opened === null ? null : step(opened);
}

function look(open: Open, action: 'edit-rule' | 'show-all'): Step | null {
  if (action === 'show-all') return step(open.state, { type: 'show-asked' });
  const opened = openRule(open.state, open.context.question);
  return opened === null ? null : step(unsettled(open, opened));
}

/** From a draft to the answers, else from answer to answer. */
function move(open: Open, by: number): Step {
  const { state, answers, isQuiet } = open;
  if (open.hasDraft) return step(unsettled(open, { isDraftAside: true }));
  const count = Math.max(1, answers.length);
  const selected = (state.selected + count + by) % count;
  // In silence nobody types: who goes to an answer means it, and need not wait to give it.
  return step(isQuiet ? { ...state, selected } : unsettled(open, { selected }));
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
  const { state, context } = open;
  if (event.type !== 'key') return step(unsettled(open), { type: 'type-behind', event });
  const action = context.keymap.inPrompt(event);
  if (typeof action === 'object') return step(unsettled(open), ...(open.hasDraft ? [inDraft(action)] : []));
  // Esc that was meant for the turn, before there was a question.
  const isPassed = PASSED_ON.has(action) || (action === 'escape' && !state.isSeen);
  return isPassed ? null : step(unsettled(open));
}

function inDraft(action: EditorAction): PermissionEffect {
  return { type: 'edit-draft-behind', action };
}

function handleTyping(open: Open, event: InputEvent): Step | null {
  const { state, isQuiet, context } = open;
  if (state.field === null) return null;
  const typed = handleField(state.field, event, { ...context, isQuiet });
  if (typed === null) return null;
  const isDraft = state.field.kind === 'reason' && !state.isDraftAside;
  switch (typed.comes) {
    case 'stay':
      return step({ ...state, field: typed.field });
    case 'send': {
      const answered = answer(open, typed.answer);
      // A draft that was the reason has been said.
      return isDraft ? { ...answered, effects: [inDraft({ type: 'reset' }), ...answered.effects] } : answered;
    }
    case 'leave': {
      const { text } = state.field.editor;
      const isSame = !isDraft || text === onOneLine(draftOf(context.draft));
      return step(unsettled(open, { field: null }), ...(isSame ? [] : [inDraft({ type: 'replace', text })]));
    }
  }
}

function choose(open: Open, offered: OfferedAnswer | undefined): Step {
  if (offered === undefined) return step(open.state);
  if (offered.file === undefined) return answer(open, offered.answer);
  // What is written into a file is shown before: Enter writes it, a second later.
  return step(unsettled(open, { field: fieldOf('rule', offered, offered.rule ?? '') }));
}

function reject(open: Open): Step {
  const rejection = open.answers.find(({ kind }) => kind === 'reject_once');
  return rejection === undefined ? answer(open, { outcome: 'cancelled' }) : choose(open, rejection);
}

function answer({ state, pressed }: Open, given: QuestionAnswer): Step {
  if (state.answered) return step(state);
  return step(
    { ...state, answered: true },
    { type: 'answer', questionId: state.questionId, answer: { ...given, key: pressed } },
  );
}
