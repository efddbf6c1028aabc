import { graphemesOf } from '../draw/graphemes.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { displayOf, type Paste } from './chips.ts';
import type { EditorState } from './editor.ts';

/** A text that is being typed, with the place where the next character goes. */
export function typedSpans({ text, cursor, pastes }: EditorState): Row {
  return [
    span(displayText(text.slice(0, cursor), pastes)),
    span(GLYPHS.caret, 'accent'),
    span(displayText(text.slice(cursor), pastes)),
  ];
}

/** As typedSpans, of what nobody else is to read. */
export function hiddenSpans({ text, cursor }: EditorState): Row {
  return [
    span(hiddenText(text.slice(0, cursor))),
    span(GLYPHS.caret, 'accent'),
    span(hiddenText(text.slice(cursor))),
  ];
}

/** Whether the caret stands in this row. */
export function hasCaret(row: Row): boolean {
  return row.some(({ text, styles }) => text === GLYPHS.caret && styles.includes('accent'));
}

/** A text as it is shown while it is typed, with what was pasted in short. */
export function displayText(text: string, pastes: readonly Paste[]): string {
  return graphemesOf(text)
    .map((grapheme) => displayOf(grapheme.text, pastes))
    .join('');
}

export function hiddenText(text: string): string {
  return GLYPHS.hidden.repeat(graphemesOf(text).length);
}
