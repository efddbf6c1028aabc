import { type Row, restyle, type Span, sliceRow } from '../draw/span.ts';
import type { PanelItem } from './panel-page.ts';

/** The items that have every word of the filter in one of their cells, or in what they stand under. */
export function filterItems(items: readonly PanelItem[], filter: string): readonly PanelItem[] {
  const words = wordsOf(filter);
  if (words.length === 0) return items;
  return items.filter(({ cells, section = '' }) => {
    const texts = [section, ...cells.map(({ text }) => text)].map((text) => text.toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}

/** A cell with what was looked for standing out. */
export function emphasize(cell: Span, filter: string): Row {
  const text = cell.text.toLowerCase();
  // Of the few letters that are longer as small ones the offsets would not fit.
  if (text.length !== cell.text.length) return [cell];
  const marks = Array.from({ length: text.length }, () => false);
  for (const word of wordsOf(filter)) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      marks.fill(true, at, at + word.length);
  }
  return runsOf(marks).flatMap(({ start, end, isMarked }) => {
    const run = sliceRow([cell], start, end);
    return isMarked ? restyle(run, 'strong', 'underline') : run;
  });
}

function wordsOf(filter: string): string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function runsOf(marks: readonly boolean[]): { start: number; end: number; isMarked: boolean }[] {
  const starts = marks.flatMap((mark, index) => (mark === marks[index - 1] ? [] : [index]));
  return starts.map((start, index) => ({
    start,
    end: starts[index + 1] ?? marks.length,
    isMarked: marks[start] === true,
  }));
}
