import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { chordLabel, KEYMAP } from '../input/keymap.ts';
import { GLYPHS } from '../theme.ts';

const KEY_COLUMNS = 12;
/** A terminal from this width on has room for two keys beside each other. */
const TWO_COLUMNS_FROM = 100;

/** What the keys do, from the keymap, in at most `height` rows. */
export function keysRows(columns: number, height: number): Row[] {
  const beside = columns >= TWO_COLUMNS_FROM ? 2 : 1;
  const width = Math.floor(columns / beside);
  const entries = KEYMAP.filter(({ help }) => help !== undefined).map(({ chords, help = '' }): Row => {
    const [chord = ''] = chords;
    return fitRow([span(`  ${chordLabel(chord).padEnd(KEY_COLUMNS)}`, 'accent'), span(help)], width - 1);
  });
  const count = Math.ceil(entries.length / beside);
  const rows = Array.from({ length: count }, (_, index) => {
    const [left = [], right] = [entries[index], entries[index + count]];
    return right === undefined ? left : [...padTo(left, width), ...right];
  });
  return rows.length <= height
    ? rows
    : [...rows.slice(0, Math.max(0, height - 1)), [span(`  ${GLYPHS.more}`, 'dim')]].slice(0, height);
}

function padTo(row: Row, width: number): Row {
  const used = row.reduce((sum, part) => sum + part.text.length, 0);
  return [...row, span(' '.repeat(Math.max(0, width - used)))];
}
