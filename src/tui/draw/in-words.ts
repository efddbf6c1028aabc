import type { Row } from './span.ts';
import { GLYPHS, type Style } from './theme.ts';

/** What is said where a glyph stands by itself. */
const WORDS: Readonly<Record<string, string>> = {
  [GLYPHS.prompt]: 'you:',
  [GLYPHS.agent]: 'agent:',
  [GLYPHS.tool]: 'tool:',
  [GLYPHS.thought]: 'thought:',
  [GLYPHS.done]: 'done:',
  [GLYPHS.active]: 'in progress:',
  [GLYPHS.open]: 'open:',
  [GLYPHS.failed]: 'failed:',
  [GLYPHS.warning]: 'warning:',
  [GLYPHS.info]: 'note:',
  [GLYPHS.quote]: 'quote:',
  [GLYPHS.on]: 'yes:',
  [GLYPHS.off]: 'no:',
};

/** What the sign before a line of a diff says, which a voice passes over. */
const SIGNS: Readonly<Partial<Record<Style, string>>> = { added: 'added: ', removed: 'removed: ' };

/** Lines, corners and blocks that are only there to be looked at. */
const DRAWING = /[\u2500-\u259f]+/g;

const SIGNED = /^[+-] $/;

/** A row as it is read aloud: words for glyphs, nothing drawn. Null when nothing is left of it. */
export function inWords(row: Row): string | null {
  let text = '';
  for (const { text: part, styles } of row) {
    const sign = SIGNED.test(part) ? styles.map((style) => SIGNS[style]).find(Boolean) : undefined;
    if (sign !== undefined) {
      text += sign;
      continue;
    }
    // Further on in a row the same character parts one thing from the next.
    const word = text.trim() === '' ? WORDS[part.trim()] : undefined;
    text += word === undefined ? part : part.replace(part.trim(), word);
  }
  const read = text
    .replaceAll(/ *│ */g, ', ')
    .replaceAll(' · ', ', ')
    .replaceAll(DRAWING, ' ')
    .replace(/^(\s*), /, '$1')
    .trimEnd();
  return read === '' && text.trim() !== '' ? null : read;
}
