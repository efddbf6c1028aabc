import type { EditorState } from '../prompt/editor/editor.ts';
import { displayOf, type Paste } from '../prompt/editor/chips.ts';
import { graphemesOf } from '../draw/graphemes.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { asksForSecret } from './asks-for-secret.ts';
import { fieldHint } from './field-hint.ts';
import type { FieldState } from './form-state.ts';

/** What a field holds, in one run of text; of an empty one what it takes. */
export function valueSpans(state: FieldState): Row {
  const text = valueText(state);
  return [text === '' ? span(fieldHint(state.field), 'dim') : span(text)];
}

/** What a field holds, as text; empty when it holds nothing. Of a secret one sees how long it is. */
export function valueText({ field, input }: FieldState): string {
  const labelAt = (index: number) => field.options[index]?.label ?? '';
  switch (input.kind) {
    case 'text':
      return asksForSecret(field)
        ? hiddenText(input.editor.text)
        : displayText(input.editor.text, input.editor.pastes);
    case 'boolean':
      if (input.isOn === null) return '';
      return input.isOn ? `${GLYPHS.on} yes` : `${GLYPHS.off} no`;
    case 'choice':
      return input.at === null ? '' : labelAt(input.at);
    case 'choices':
      return input.chosen
        .toSorted((one, other) => one - other)
        .map(labelAt)
        .join(', ');
  }
}

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

function displayText(text: string, pastes: readonly Paste[]): string {
  return graphemesOf(text)
    .map((grapheme) => displayOf(grapheme.text, pastes))
    .join('');
}

function hiddenText(text: string): string {
  return GLYPHS.hidden.repeat(graphemesOf(text).length);
}
