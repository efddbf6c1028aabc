import { draftOf, edit } from '../editor/editor.ts';
import type { Command } from '../keys/prompt-keys.ts';
import { step } from '../keys/transition.ts';
import { promptBlocks } from './attachments.ts';
import { selectedCompletion } from './completion/complete-draft.ts';
import { type Completion, completeDraft } from './completion/completion.ts';
import { openSearch } from './history-search.ts';
import { rememberPrompt } from './history-state.ts';
import { escapeDraft, interruptDraft } from './leave-draft.ts';
import { moveDown, movePage, moveUp, selectRow } from './move-in-draft.ts';
import {
  changeDraft,
  type PromptContext,
  type PromptHandler,
  type PromptState,
  type PromptStep,
} from './prompt-state.ts';
import { draftEffects } from './read-draft.ts';

/** Edits and sends the draft; leaves the keys of the screen to the REPL. */
export const handleDraft: PromptHandler = (prompt, event, context) => {
  if (event.type === 'paste') return step(changeDraft(prompt, event));
  if (event.type === 'text') return typeText(prompt, event.text);
  const action = context.keymap.inPrompt(event);
  if (action === undefined) return null;
  if (typeof action !== 'string') return step(changeDraft(prompt, action));
  return run({ ...prompt, armed: isArming(action) ? prompt.armed : null }, action, context);
};

function isArming(command: Command): boolean {
  return command === 'escape' || command === 'interrupt';
}

function typeText(prompt: PromptState, text: string): PromptStep {
  if (text === '?' && prompt.editor.text === '') return step({ ...prompt, showsKeys: !prompt.showsKeys });
  return step(changeDraft({ ...prompt, showsKeys: false }, { type: 'insert', text }));
}

function run(prompt: PromptState, command: Command, context: PromptContext): PromptStep | null {
  switch (command) {
    case 'send':
      return sendDraft(prompt, context);
    case 'newline':
      return step(changeDraft(prompt, { type: 'insert', text: '\n' }));
    case 'up':
      return moveUp(prompt, context);
    case 'down':
      return moveDown(prompt, context);
    case 'select-up':
      return step(selectRow(prompt, context, -1));
    case 'select-down':
      return step(selectRow(prompt, context, 1));
    case 'page-up':
      return step(movePage(prompt, context, -1));
    case 'page-down':
      return step(movePage(prompt, context, 1));
    case 'escape':
      return escapeDraft(prompt, context);
    case 'interrupt':
      return interruptDraft(prompt, context);
    case 'delete-or-leave':
      return prompt.editor.text === ''
        ? step(prompt, { type: 'leave' })
        : step(changeDraft(prompt, { type: 'delete', motion: 'right' }));
    case 'complete':
      return step(completeWord(prompt, context));
    case 'search-history':
      return openSearch(prompt);
    case 'external-editor':
      return step(prompt, { type: 'edit-draft', text: draftOf(prompt.editor) });
    case 'show-keys':
      return step({ ...prompt, showsKeys: !prompt.showsKeys });
    case 'queue':
    case 'edit-queue':
    case 'paste-clipboard':
      return step(prompt);
    case 'next-mode':
    case 'redraw':
    case 'show-output':
    case 'fold-plan':
    case 'suspend':
      return null;
  }
}

/** What Enter does: a line break behind a backslash, what the list of completions offers, else the draft is sent. */
function sendDraft(prompt: PromptState, context: PromptContext): PromptStep {
  const { text, cursor } = prompt.editor;
  if (text[cursor - 1] === '\\') {
    const cut = edit(prompt.editor, { type: 'delete', motion: 'left' });
    return step(changeDraft({ ...prompt, editor: cut }, { type: 'insert', text: '\n' }));
  }
  const completion = selectedCompletion(prompt, context);
  if (completion !== undefined && takesEnter(prompt, completion)) return step(take(prompt, completion));
  const draft = completion?.onEnter === 'send' ? completion.insert.trimEnd() : draftOf(prompt.editor);
  if (draft.trim() === '') return step(prompt);
  const sent: PromptState = {
    ...changeDraft(prompt, { type: 'reset' }),
    history: rememberPrompt(prompt.history, draft),
    showsKeys: false,
  };
  return step(sent, ...draftEffects(draft, promptBlocks(prompt.editor)));
}

/** What Tab does. */
function completeWord(prompt: PromptState, context: PromptContext): PromptState {
  const completion = selectedCompletion(prompt, context);
  return completion === undefined ? prompt : take(prompt, completion);
}

/** One that would change nothing leaves Enter to the draft. */
function takesEnter(
  { completion, editor }: PromptState,
  { onEnter, start, end, insert }: Completion,
): boolean {
  const isOffered = onEnter === 'take' || (onEnter === 'leave' && completion.chosen);
  return isOffered && insert.trimEnd() !== editor.text.slice(start, end);
}

function take(prompt: PromptState, completion: Completion): PromptState {
  const { text, cursor } = completeDraft(prompt.editor, completion);
  return changeDraft(changeDraft(prompt, { type: 'replace', text }), { type: 'place', cursor });
}
