import type { Completion } from './completion/completion.ts';
import { type Grapheme, graphemesOf, roomFor, widthOf } from '../draw/graphemes.ts';
import { fitRow, padRow } from '../draw/line.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { windowAround } from '../draw/window-around.ts';

const MARK_COLUMNS = 2;
/** Labels are padded to the longest, but leave this share of the row to what is said of them. */
const DESCRIPTION_SHARE = 0.4;

/** What the draft may become, in at most `height` rows, the last of which says how many more there are. */
export function completionRows(
  completions: readonly Completion[],
  selected: number,
  columns: number,
  height: number,
): Row[] {
  const chosen = completions[Math.min(selected, completions.length - 1)];
  const longest = Math.max(0, ...completions.map(({ label }) => widthOf(label)));
  const width = Math.min(longest, Math.floor(columns * (1 - DESCRIPTION_SHARE)));
  const isWhole = completions.length <= height || height < 2;
  const at = chosen === undefined ? 0 : completions.indexOf(chosen);
  const shown = windowAround(completions, at, isWhole ? height : height - 1);
  const rows = shown.map((completion): Row => {
    const { description } = completion;
    const isChosen = completion === chosen;
    const mark = span(isChosen ? `${GLYPHS.prompt} ` : '  ', 'accent');
    const name = labelSpans(completion, isChosen, columns - MARK_COLUMNS);
    const told = description === '' ? [] : [span(`  ${description}`, 'dim')];
    const named = told.length === 0 ? name : padRow(fitRow(name, width), width);
    return fitRow([mark, ...named, ...told], columns);
  });
  if (isWhole) return rows;
  const more = completions.length - shown.length;
  return [...rows, fitRow([span(`  ${GLYPHS.more} ${more} more`, 'dim')], columns)];
}

/** A label whose characters fit what was typed shows them; where it is too long its beginning is left out. */
function labelSpans({ label, positions }: Completion, isChosen: boolean, columns: number): Span[] {
  const styles: Style[] = isChosen ? ['strong', 'accent'] : [];
  if (positions === undefined) return [span(label, ...styles)];
  const fitting = new Set(positions);
  const characters = graphemesOf(label);
  const shown = endOf(characters, columns);
  const row = runsOf(shown, (index) => fitting.has(index)).map(({ text, isFit }) =>
    isFit ? span(text, ...styles, isChosen ? 'underline' : 'accent') : span(text, ...styles),
  );
  return shown.length === characters.length ? row : [span(GLYPHS.more, 'dim'), ...row];
}

/** All of them where there is room, else as many of the last as there is room for behind an ellipsis. */
function endOf(characters: readonly Grapheme[], columns: number): readonly Grapheme[] {
  const widths = characters.map(({ text }) => roomFor(text));
  let left = widths.reduce((sum, width) => sum + width, 0);
  if (left <= columns) return characters;
  const from = widths.findIndex((width) => {
    left -= width;
    return left <= columns - 1;
  });
  return characters.slice(from + 1);
}

/** Neighbours that are alike, as one. */
function runsOf(
  characters: readonly Grapheme[],
  fits: (index: number) => boolean,
): { text: string; isFit: boolean }[] {
  const runs: { text: string; isFit: boolean }[] = [];
  for (const { text, index } of characters) {
    const isFit = fits(index);
    const last = runs.at(-1);
    if (last?.isFit === isFit) last.text += text;
    else runs.push({ text, isFit });
  }
  return runs;
}
