import { Box } from 'ink';
import type { Range } from '../draw/line.ts';
import { OneRow, Rows, type Screen, Spans, TextRow, useScreen } from '../draw/rows.tsx';
import { type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { type EditorState, selectionOf } from '../editor/editor.ts';
import {
  draftHeight,
  type EditorRow,
  editorColumns,
  layOutEditor,
  partOf,
  rowTextOf,
} from '../editor/editor-rows.ts';
import { typedSpans } from '../editor/typed-spans.ts';
import { readDraft } from './read-draft.ts';

const PLACEHOLDER = 'Ask anything';
const INDENT = '  ';

/** The draft, scrolled so that the cursor is in sight. */
export function PromptEditor({ editor }: { editor: EditorState }) {
  const { text } = editor;
  const { rows, start, end } = rowsInSight(editor, useScreen());
  if (text === '') return <TextRow spans={[signOf(text), span(PLACEHOLDER, 'dim')]} />;
  const selected = selectionOf(editor);
  const shown = rows.slice(start, end).map((row, index): Row => {
    const isAbove = index === 0 && start > 0;
    const isBelow = start + index === end - 1 && end < rows.length;
    return [markOf(start + index, isAbove, isBelow, text), ...draftRow(row, selected)];
  });
  return <Rows rows={shown} />;
}

/** Where the cursor is in the draft: so many rows above its last one in sight. And how many of its rows these are. */
export function caretIn(
  editor: EditorState,
  screen: Pick<Screen, 'columns' | 'height'>,
): { rows: number; below: number; column: number } {
  const { cursor, start, end } = rowsInSight(editor, screen);
  return { rows: end - start, below: end - 1 - cursor.row, column: INDENT.length + cursor.column };
}

function rowsInSight(editor: EditorState, { columns, height }: Pick<Screen, 'columns' | 'height'>) {
  const { rows, cursor } = layOutEditor(editor, editorColumns(columns + 1));
  const most = draftHeight(height + 1);
  const start = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most));
  return { rows, cursor, start, end: Math.min(rows.length, start + most) };
}

const KEPT = 'draft kept: ';

/** The draft under a question, which takes no prompt: it waits. */
export function KeptDraft({ editor }: { editor: EditorState }) {
  return (
    <OneRow>
      <Box flexShrink={0}>
        <Spans spans={[span(KEPT, 'dim')]} />
      </Box>
      <Spans spans={typedSpans(editor)} cut="start" />
    </OneRow>
  );
}

/** What stands before a row: the prompt's sign, or that the draft goes on out of sight. */
function markOf(row: number, isAbove: boolean, isBelow: boolean, draft: string): Span {
  if (isAbove) return span('↑ ', 'dim');
  if (isBelow) return span('↓ ', 'dim');
  return row === 0 ? signOf(draft) : span(INDENT);
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
