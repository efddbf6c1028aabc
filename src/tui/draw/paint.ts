import { asciiText } from './ascii-text.ts';
import type { Row, Span } from './span.ts';
import type { Theme } from './theme.ts';

/** Turns a row into what is written to the terminal. */
export type Paint = (row: Row) => string;

const RESET = '\u001b[0m';

/** Paints in the styles of a theme. */
export function createPaint({ styles, keepsColors, showsLinks, ascii = false }: Theme): Paint {
  const paintSpan = (part: Span): string => {
    if (part.text === '') return '';
    const own = keepsColors ? (part.sgr ?? '') : '';
    const parameters = [...part.styles.map((style) => styles[style]), own].filter((each) => each !== '');
    const text = ascii ? asciiText(part.text) : part.text;
    const painted = parameters.length === 0 ? text : `\u001b[${parameters.join(';')}m${text}${RESET}`;
    return showsLinks && part.href !== undefined ? link(painted, part.href) : painted;
  };
  return (row) => row.map(paintSpan).join('');
}

function link(text: string, href: string): string {
  return `\u001b]8;;${href}\u0007${text}\u001b]8;;\u0007`;
}
