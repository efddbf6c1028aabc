import { edit, type EditorState, splice } from '../editor.ts';
import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import { lineEnd } from '../motions.ts';
import type { VimDraft } from './vim-changes.ts';

/** Puts a text over what stands there, as `R` does: each character takes the place of one of the line. */
export function overwrite(editor: EditorState, text: string): EditorState {
  let written = editor;
  for (const character of text) {
    const { cursor } = written;
    const isOver = character !== '\n' && cursor < lineEnd(written.text, cursor);
    const end = isOver ? nextEdge(written.text, cursor) : cursor;
    written = splice(written, { start: cursor, end }, character, 'typing');
  }
  return written;
}

/** Takes the last character back: what it was put over is there again. Before where typing began it only moves. */
export function takeBack({ vim, editor }: VimDraft): EditorState {
  const { text, cursor } = editor;
  const { insertion } = vim;
  const before = previousEdge(text, cursor);
  if (insertion === null || before < insertion.start) return edit(editor, { type: 'place', cursor: before });
  const place = { type: 'place', cursor: before } as const;
  const covered = coveredBy(text.slice(insertion.start, cursor), insertion.behind);
  return edit(splice(editor, { start: before, end: cursor }, covered), place);
}

/** The character that the last one of what was typed stands over; none where the line was shorter. */
function coveredBy(typed: string, behind: string): string {
  const line = /^[^\n]*/.exec(behind)?.[0] ?? '';
  let start = 0;
  let last = 0;
  for (let at = 0; at < typed.length; at = nextEdge(typed, at)) {
    start = last;
    last = nextEdge(line, start);
    if (start >= line.length) return '';
  }
  return line.slice(start, last);
}
