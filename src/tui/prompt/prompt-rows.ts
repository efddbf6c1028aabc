import { fitRow } from '../draw/line.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import { editorColumns, type EditorRow, layOutEditor, partOf, rowTextOf } from '../editor/editor-rows.ts';
import { type EditorState, selectionOf } from '../editor/editor.ts';
import type { Range } from '../editor/motions.ts';
import { readDraft } from './read-draft.ts';
import { GLYPHS } from '../draw/theme.ts';

export interface PromptRows {
  rows: Row[];
  /** From 0, within these rows. */
  cursor: { row: number; column: number };
}

const PLACEHOLDER = 'Ask anything';
const INDENT = '  ';

/** The draft in at most `height` rows, scrolled so that the cursor is in sight. */
export function promptRows(editor: EditorState, columns: number, height: number): PromptRows {
  const { rows, cursor } = layOutEditor(editor, editorColumns(columns));
  const selected = selectionOf(editor);
  const start = Math.max(0, Math.min(cursor.row - Math.floor(height / 2), rows.length - height));
  const end = Math.min(rows.length, start + height);
  const shown = rows.slice(start, end).map((row, index): Row => {
    const isAbove = index === 0 && start > 0;
    const isBelow = start + index === end - 1 && end < rows.length;
    return [...markOf(start + index, isAbove, isBelow, editor.text), ...draftRow(row, selected)];
  });
  if (editor.text === '')
    shown[0] = fitRow([...markOf(0, false, false, ''), span(PLACEHOLDER, 'dim')], columns - 1);
  return { rows: shown, cursor: { row: cursor.row - start, column: INDENT.length + cursor.column } };
}

/** What stands before a row: the prompt's sign, or that the draft goes on out of sight. */
function markOf(row: number, isAbove: boolean, isBelow: boolean, draft: string): Row {
  if (isAbove) return [span('↑ ', 'dim')];
  if (isBelow) return [span('↓ ', 'dim')];
  return [row === 0 ? signOf(draft) : span(INDENT)];
}

/** Says of a draft that it is a command for the shell, or a note, before it is sent. */
function signOf(draft: string): Span {
  if (draft.startsWith('!')) return span(`${GLYPHS.shell} `, 'warning', 'strong');
  if (readDraft(draft).kind === 'note') return span(`${GLYPHS.note} `, 'good', 'strong');
  return span(`${GLYPHS.prompt} `, 'accent', 'strong');
}

function draftRow(row: EditorRow, selected: Range | null): Row {
  const text = rowTextOf(row);
  if (selected === null) return [span(text)];
  const { start, end } = partOf(row, selected);
  return [span(text.slice(0, start)), span(text.slice(start, end), 'selected'), span(text.slice(end))].filter(
    (part) => part.text !== '',
  );
}
