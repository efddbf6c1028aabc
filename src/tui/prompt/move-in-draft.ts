import { completionsOf } from './completion/completion.ts';
import { draftHeight, editorColumns, layOutEditor, offsetInRow } from '../editor/editor-rows.ts';
import { newerPrompt, olderPrompt } from './history-state.ts';
import { changeDraft } from './change-draft.ts';
import { type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** One row up: in the list of completions, in the draft, to the queued prompts, to earlier ones. */
export function moveUp(ui: UiState, context: StepContext): Step {
  const completions = completionsOf(ui, context);
  if (completions.length > 0) return step(selectCompletion(ui, -1, completions.length));
  const moved = moveRows(ui, context, -1);
  if (moved !== null) return step(moved);
  const queued = ui.editor.text === '' ? context.session.queue.at(-1) : undefined;
  if (queued !== undefined)
    return step(changeDraft(ui, { type: 'replace', text: queued.text }), {
      type: 'remove-queued',
      promptId: queued.id,
    });
  return step(recall(ui, olderPrompt(ui.history, ui.editor.text)));
}

/** One row down: in the list of completions, in the draft, to later prompts. */
export function moveDown(ui: UiState, context: StepContext): Step {
  const completions = completionsOf(ui, context);
  if (completions.length > 0) return step(selectCompletion(ui, 1, completions.length));
  return step(moveRows(ui, context, 1) ?? recall(ui, newerPrompt(ui.history)));
}

/** Selects up to the row above or below; at the first and last one to its end. */
export function selectRow(ui: UiState, context: StepContext, by: -1 | 1): UiState {
  const motion = by < 0 ? 'start' : 'end';
  return moveRows(ui, context, by, true) ?? changeDraft(ui, { type: 'move', motion, select: true });
}

/** As many rows as are in sight, less one; a draft that is in sight whole stays as it is. */
export function movePage(ui: UiState, context: StepContext, direction: -1 | 1): UiState {
  const { rows, cursor } = layOutEditor(ui.editor, editorColumns(context.columns));
  const height = draftHeight(context.rows);
  if (rows.length <= height) return ui;
  const by = direction * Math.max(1, height - 1);
  const target = Math.max(0, Math.min(cursor.row + by, rows.length - 1));
  return moveRows(ui, context, target - cursor.row) ?? ui;
}

/** null beyond the first and the last row. */
function moveRows(ui: UiState, context: StepContext, by: number, select = false): UiState | null {
  const place = offsetInRow(ui.editor, editorColumns(context.columns), by);
  return place === null ? null : changeDraft(ui, { type: 'place', ...place, select });
}

function recall(ui: UiState, found: ReturnType<typeof olderPrompt>): UiState {
  if (found === null) return ui;
  return { ...changeDraft(ui, { type: 'replace', text: found.text }), history: found.history };
}

function selectCompletion(ui: UiState, by: number, count: number): UiState {
  const selected = (Math.min(ui.completion.selected, count - 1) + by + count) % count;
  return { ...ui, completion: { ...ui.completion, selected, chosen: true } };
}
