import { RESET_STYLE, styleSequence } from '../theme.ts';
import type { Row } from './span.ts';

/** Turns a row into what is written to the terminal. */
export type Paint = (row: Row) => string;

/** With `color` false the text alone, without any escape sequence. */
export function createPaint(color: boolean): Paint {
  if (!color) return (row) => row.map((part) => part.text).join('');
  return (row) =>
    row
      .map(({ text, styles }) =>
        styles.length === 0 || text === '' ? text : `${styleSequence(styles)}${text}${RESET_STYLE}`,
      )
      .join('');
}
