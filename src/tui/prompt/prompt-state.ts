import type { ContentBlock } from '../../core/content.ts';
import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { QueuedPrompt } from '../../core/state/events.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { type EditorAction, type EditorState, EMPTY_EDITOR, edit } from '../editor/editor.ts';
import { NEW_VIM, type VimState } from '../editor/vim/vim-state.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Transition } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { CLOSED_COMPLETION, type CompletionContext, type CompletionState } from './completion/completion.ts';
import { createHistory, type HistorySearch, type HistoryState } from './history-state.ts';
import { restoreDraft } from './unsent-draft.ts';

/** The prompt as the user has left it: the draft, and what is open beside it. */
export interface PromptState {
  readonly editor: EditorState;
  readonly history: HistoryState;
  readonly completion: CompletionState;
  /** The draft is edited with the keys of vim; null while it is not. */
  readonly vim: VimState | null;
  /** Earlier prompts are searched; null while they are not. */
  readonly search: HistorySearch | null;
  /** The id of the waiting prompt that is marked; null while none is. */
  readonly queueMark: string | null;
  /** The list of keys is open. */
  readonly showsKeys: boolean;
  /** A key that does more when it is pressed again in time. */
  readonly armed: ArmedKey | null;
}

export interface ArmedKey {
  readonly key: 'escape' | 'interrupt';
  /** Epoch milliseconds. */
  readonly until: number;
}

/** What a key in the prompt asks for. */
export type PromptEffect =
  /** `steer` false: it is not to join the turn that runs. */
  | { type: 'prompt'; blocks: readonly ContentBlock[]; steer?: false }
  | { type: 'command'; line: string }
  | { type: 'remember'; text: string }
  | { type: 'cancel' }
  | { type: 'end-backend' }
  | { type: 'remove-queued'; promptId: string }
  /** Reads the prompts of other directories. */
  | { type: 'load-history' }
  /** Opens the draft in the user's own editor. */
  | { type: 'edit-draft'; text: string }
  /** For good. */
  | { type: 'leave' }
  | SourceEffect;

/** What is done to get something for a prompt, or with one that waits. */
export type SourceEffect =
  | { type: 'shell'; command: string; give: boolean }
  | { type: 'interrupt-shell' }
  /** Lets what the last command wrote attached with the next prompt. */
  | { type: 'give-output' }
  | { type: 'note'; topic: string; text: string }
  /** Takes the image of a path that stands in the draft as `typed`. */
  | { type: 'attach-image'; path: string; typed: string }
  | { type: 'paste-clipboard' }
  | { type: 'resume-queue' };

/** What a key in the prompt may look at and never changes. */
export interface PromptContext extends CompletionContext {
  session: SessionState;
  keymap: Keymap;
  /** Of the terminal. */
  columns: number;
  rows: number;
  /** Epoch milliseconds. */
  now: number;
}

export type PromptStep = Transition<PromptState, PromptEffect>;

/** One way in which the prompt takes an event; null when this one does not take it. */
export type PromptHandler = (
  prompt: PromptState,
  event: InputEvent,
  context: PromptContext,
) => PromptStep | null;

/** `history` is oldest first; `draft` is what was left unsent. */
export function createPrompt(
  history: readonly string[],
  draft: UnsentDraft | null,
  hasVim: boolean,
): PromptState {
  return {
    editor: draft === null ? EMPTY_EDITOR : restoreDraft(draft),
    history: createHistory(history),
    completion: CLOSED_COMPLETION,
    vim: hasVim ? NEW_VIM : null,
    search: null,
    queueMark: null,
    showsKeys: false,
    armed: null,
  };
}

/** An armed key is disarmed; a draft with another text leaves the history, and its list of completions opens anew. */
export function changeDraft(prompt: PromptState, action: EditorAction): PromptState {
  return withEditor(prompt, edit(prompt.editor, action));
}

/** As changeDraft, for a draft that was changed already. */
export function withEditor(prompt: PromptState, editor: EditorState): PromptState {
  const changed = { ...prompt, editor, armed: null };
  if (editor.text === prompt.editor.text) return changed;
  return { ...changed, completion: CLOSED_COMPLETION, history: { ...prompt.history, index: null } };
}

/** The prompt after the session or the clock went on: a mark goes with its prompt, an armed key is given up. */
export function syncPrompt(prompt: PromptState, queue: readonly QueuedPrompt[], now: number): PromptState {
  const isMarked = prompt.queueMark === null || queue.some(({ id }) => id === prompt.queueMark);
  const isArmed = prompt.armed === null || now < prompt.armed.until;
  if (isMarked && isArmed) return prompt;
  return {
    ...prompt,
    queueMark: isMarked ? prompt.queueMark : null,
    armed: isArmed ? prompt.armed : null,
  };
}

/** The prompt after a key that did something else. */
export function disarmed(prompt: PromptState): PromptState {
  return { ...prompt, queueMark: null, armed: null };
}
