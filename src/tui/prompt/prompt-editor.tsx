import { Line, Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { span } from '../draw/span.ts';
import { typedSpans } from '../form/shown-value.ts';
import { draftHeight } from '../editor/editor-rows.ts';
import type { EditorState } from '../editor/editor.ts';
import { promptRows } from './prompt-rows.ts';

/** The draft, scrolled so that its cursor is in sight. */
export function PromptEditor({ editor }: { editor: EditorState }) {
  const { columns, height } = useScreen();
  return <Rows rows={promptRows(editor, columns + 1, draftHeight(height + 1)).rows} />;
}

const KEPT = 'draft kept: ';

/** The draft under a question, which takes no prompt: it waits. */
export function KeptDraft({ editor }: { editor: EditorState }) {
  return <Line spans={[span(KEPT, 'dim'), ...typedSpans(editor)]} cut="start" />;
}
