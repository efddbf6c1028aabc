import { editorColumns } from '../editor/editor-columns.ts';
import type { EditorState } from '../editor/editor.ts';
import { layOutEditor } from '../editor/editor-rows.ts';
import { type Row, span } from '../draw/span.ts';
import { fitRow } from '../draw/line.ts';
import { GLYPHS } from '../theme.ts';

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
  const start = Math.max(0, Math.min(cursor.row - height + 1, rows.length - height));
  const shown = rows.slice(start, start + height).map(({ text }, index): Row => {
    const mark = start + index === 0 ? span(`${GLYPHS.prompt} `, 'accent', 'strong') : span(INDENT);
    return [mark, span(text)];
  });
  if (editor.text === '')
    shown[0] = fitRow([span(`${GLYPHS.prompt} `, 'accent', 'strong'), span(PLACEHOLDER, 'dim')], columns - 1);
  return { rows: shown, cursor: { row: cursor.row - start, column: INDENT.length + cursor.column } };
}
