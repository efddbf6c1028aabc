import { type Completion, completeDraft, selectedCompletion } from './completion/completion.ts';
import { promptBlocks } from './attachments.ts';
import { draftOf, edit } from '../editor/editor.ts';
import { rememberPrompt } from './history-state.ts';
import { changeDraft } from './change-draft.ts';
import { draftEffects } from './read-draft.ts';
import { type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** What Enter does: a line break behind a backslash, what the list of completions offers, else the draft is sent. */
export function sendDraft(ui: UiState, context: StepContext): Step {
  const { text, cursor } = ui.editor;
  if (text[cursor - 1] === '\\') {
    const cut = edit(ui.editor, { type: 'delete', motion: 'left' });
    return step(changeDraft({ ...ui, editor: cut }, { type: 'insert', text: '\n' }));
  }
  const completion = selectedCompletion(ui, context);
  if (completion !== undefined && takesEnter(ui, completion)) return step(take(ui, completion));
  const draft = completion?.onEnter === 'send' ? completion.insert.trimEnd() : draftOf(ui.editor);
  if (draft.trim() === '') return step(ui);
  const sent: UiState = {
    ...changeDraft(ui, { type: 'reset' }),
    history: rememberPrompt(ui.history, draft),
    showsKeys: false,
  };
  return step(sent, ...draftEffects(draft, promptBlocks(ui.editor)));
}

/** What Tab does. */
export function completeWord(ui: UiState, context: StepContext): UiState {
  const completion = selectedCompletion(ui, context);
  return completion === undefined ? ui : take(ui, completion);
}

/** One that would change nothing leaves Enter to the draft. */
function takesEnter({ completion, editor }: UiState, { onEnter, start, end, insert }: Completion): boolean {
  const isOffered = onEnter === 'take' || (onEnter === 'leave' && completion.chosen);
  return isOffered && insert.trimEnd() !== editor.text.slice(start, end);
}

function take(ui: UiState, completion: Completion): UiState {
  const { text, cursor } = completeDraft(ui.editor, completion);
  return changeDraft(changeDraft(ui, { type: 'replace', text }), { type: 'place', cursor });
}
