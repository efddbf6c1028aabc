import type { Row } from './draw/span.ts';
import { GLYPHS } from './theme.ts';

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

/** Lines, corners and blocks that are only there to be looked at. */
const DRAWING = /[\u2500-\u259f]+/g;

/** A row as it is read aloud: words for glyphs, nothing drawn. Null when nothing is left of it. */
export function inWords(row: Row): string | null {
  const said = row.map(({ text }) => {
    const word = WORDS[text.trim()];
    return word === undefined ? text : text.replace(text.trim(), word);
  });
  const text = said.join('');
  const read = text
    .replaceAll(/ *│ */g, ', ')
    .replaceAll(DRAWING, ' ')
    .replace(/^(\s*), /, '$1')
    .trimEnd();
  return read === '' && text.trim() !== '' ? null : read;
}
