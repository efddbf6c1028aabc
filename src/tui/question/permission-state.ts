import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answersOf, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import type { EditorAction, EditorState } from '../editor/editor.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';

/** The permission question in front, as the user has come to it. */
export interface PermissionState {
  readonly questionId: string;
  /** Among the answers that are offered. */
  readonly selected: number;
  /** Epoch milliseconds. A key before this may be somebody typing, and answers nothing. */
  readonly quietFrom: number;
  /** The question has been on the screen in silence, so that whoever presses a key can have read it. */
  readonly isSeen: boolean;
  /** The user went past the draft to the answers: it waits, and keeps no key from them. */
  readonly isDraftAside: boolean;
  /** An answer has been given, and the session has not closed the question yet. */
  readonly answered: boolean;
  /** How many rows of what would be done are out of sight above. */
  readonly scroll: number;
  /** What is typed into the question; null while the answers are chosen from. */
  readonly field: PermissionField | null;
}

/** A rule in place of the one that an answer would make, or the reason of a rejection. */
export interface PermissionField {
  readonly kind: 'rule' | 'reason';
  /** The answer that it goes with. */
  readonly answer: OfferedAnswer;
  readonly editor: EditorState;
}

/** What a key of a question may look at. */
export interface PermissionContext {
  question: PermissionQuestion;
  /** What waits in the prompt. */
  draft: EditorState;
  keymap: Keymap;
  /** Of the terminal. */
  columns: number;
  /** Epoch milliseconds. */
  now: number;
}

/** What is to be done after a key of a question. */
export type PermissionEffect =
  | { type: 'answer'; questionId: string; answer: QuestionAnswer }
  /** Shows all of what is asked. */
  | { type: 'show-asked' }
  /** Edits the draft, which waits in the prompt. */
  | { type: 'edit-draft-behind'; action: EditorAction }
  /** Was typed, and answers nothing: it is for what the question hides. */
  | { type: 'type-behind'; event: TypedEvent };

export type TypedEvent = Exclude<InputEvent, { type: 'key' }>;

/** How long nothing must have been pressed before a key answers: whoever types has not read the question. */
export const SILENCE_MS = 1000;

/** The first open question, or none. Nothing answers one that has just come to the front. */
export function syncPermission(
  state: PermissionState | null,
  [first]: readonly PermissionQuestion[],
  now: number,
): PermissionState | null {
  if (first === undefined) return null;
  if (first.id === state?.questionId) return state;
  return {
    questionId: first.id,
    selected: narrowest(answersOf(first)),
    quietFrom: now + SILENCE_MS,
    isSeen: false,
    isDraftAside: state?.isDraftAside ?? false,
    answered: false,
    scroll: 0,
    field: null,
  };
}

/** What Enter would choose at first: to allow once, where there is something wider as well; else to reject. */
function narrowest(answers: readonly OfferedAnswer[]): number {
  const at = (kind: OfferedAnswer['kind']) => answers.findIndex((one) => one.kind === kind);
  return [at('allow_once'), at('reject_once'), at('reject_always'), 0].find((index) => index >= 0) ?? 0;
}

/** Whether what is typed goes into the draft, which then keeps the keys from answering. */
export function hasDraft(state: PermissionState | null, draft: EditorState): boolean {
  return draft.text !== '' && state?.isDraftAside !== true;
}
