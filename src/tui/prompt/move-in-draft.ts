import { draftHeight, editorColumns, layOutEditor, offsetInRow } from '../editor/editor-rows.ts';
import { step } from '../keys/transition.ts';
import { completionsOf } from './completion/complete-draft.ts';
import { newerPrompt, olderPrompt } from './history-state.ts';
import { changeDraft, type PromptContext, type PromptState, type PromptStep } from './prompt-state.ts';

/** One row up: in the list of completions, in the draft, to the queued prompts, to earlier ones. */
export function moveUp(prompt: PromptState, context: PromptContext): PromptStep {
  const completions = completionsOf(prompt, context);
  if (completions.length > 0) return step(selectCompletion(prompt, -1, completions.length));
  const moved = moveRows(prompt, context, -1);
  if (moved !== null) return step(moved);
  const queued = prompt.editor.text === '' ? context.session.queue.at(-1) : undefined;
  if (queued !== undefined)
    return step(changeDraft(prompt, { type: 'replace', text: queued.text }), {
      type: 'remove-queued',
      promptId: queued.id,
    });
  return step(recall(prompt, olderPrompt(prompt.history, prompt.editor.text)));
}

/** One row down: in the list of completions, in the draft, to later prompts. */
export function moveDown(prompt: PromptState, context: PromptContext): PromptStep {
  const completions = completionsOf(prompt, context);
  if (completions.length > 0) return step(selectCompletion(prompt, 1, completions.length));
  return step(moveRows(prompt, context, 1) ?? recall(prompt, newerPrompt(prompt.history)));
}

/** Selects up to the row above or below; at the first and last one to its end. */
export function selectRow(prompt: PromptState, context: PromptContext, by: -1 | 1): PromptState {
  const motion = by < 0 ? 'start' : 'end';
  return moveRows(prompt, context, by, true) ?? changeDraft(prompt, { type: 'move', motion, select: true });
}

/** As many rows as are in sight, less one; a draft that is in sight whole stays as it is. */
export function movePage(prompt: PromptState, context: PromptContext, direction: -1 | 1): PromptState {
  const { rows, cursor } = layOutEditor(prompt.editor, editorColumns(context.columns));
  const height = draftHeight(context.rows);
  if (rows.length <= height) return prompt;
  const by = direction * Math.max(1, height - 1);
  const target = Math.max(0, Math.min(cursor.row + by, rows.length - 1));
  return moveRows(prompt, context, target - cursor.row) ?? prompt;
}

/** null beyond the first and the last row. */
function moveRows(
  prompt: PromptState,
  context: PromptContext,
  by: number,
  select = false,
): PromptState | null {
  const place = offsetInRow(prompt.editor, editorColumns(context.columns), by);
  return place === null ? null : changeDraft(prompt, { type: 'place', ...place, select });
}

function recall(prompt: PromptState, found: ReturnType<typeof olderPrompt>): PromptState {
  if (found === null) return prompt;
  return { ...changeDraft(prompt, { type: 'replace', text: found.text }), history: found.history };
}

function selectCompletion(prompt: PromptState, by: number, count: number): PromptState {
  const selected = (Math.min(prompt.completion.selected, count - 1) + by + count) % count;
  return { ...prompt, completion: { ...prompt.completion, selected, chosen: true } };
}
