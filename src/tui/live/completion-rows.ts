import type { Completion } from '../completion/completion.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow, padRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';
import { windowAround } from './window-around.ts';

/** Labels are padded to the longest, but leave this share of the row to what is said of them. */
const DESCRIPTION_SHARE = 0.4;

/** What the draft may become, in at most `height` rows, the last of which says how many more there are. */
export function completionRows(
  completions: readonly Completion[],
  selected: number,
  columns: number,
  height: number,
): Row[] {
  const chosen = Math.min(selected, completions.length - 1);
  const longest = Math.max(0, ...completions.map(({ label }) => widthOf(label)));
  const width = Math.min(longest, Math.floor(columns * (1 - DESCRIPTION_SHARE)));
  const rows = completions.map(({ label, description }, index): Row => {
    const isChosen = index === chosen;
    const mark = span(isChosen ? `${GLYPHS.prompt} ` : '  ', 'accent');
    const name = isChosen ? span(label, 'strong', 'accent') : span(label);
    const told = description === '' ? [] : [span(`  ${description}`, 'dim')];
    const named = told.length === 0 ? [name] : padRow(fitRow([name], width), width);
    return fitRow([mark, ...named, ...told], columns);
  });
  if (rows.length <= height || height < 2) return windowAround(rows, chosen, height);
  const shown = windowAround(rows, chosen, height - 1);
  return [...shown, fitRow([span(`  ${GLYPHS.more} ${rows.length - shown.length} more`, 'dim')], columns)];
}
