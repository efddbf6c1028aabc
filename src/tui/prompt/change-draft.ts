import { type EditorAction, edit } from '../editor/editor.ts';
import { CLOSED_COMPLETION, type UiState } from '../repl/ui-state.ts';

/** An armed key is disarmed; a draft with another text leaves the history, and its list of completions opens anew. */
export function changeDraft(ui: UiState, action: EditorAction): UiState {
  const editor = edit(ui.editor, action);
  const changed = { ...ui, editor, armed: null };
  if (editor.text === ui.editor.text) return changed;
  return { ...changed, completion: CLOSED_COMPLETION, history: { ...ui.history, index: null } };
}
