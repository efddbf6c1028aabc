import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { ruleRow } from '../draw/rule-row.ts';
import { type Row, rowText, span } from '../draw/span.ts';

/** Rules and blanks take so many columns beside a title and its note. */
const TITLE_FRAME_COLUMNS = 10;
/** Of a title; where there is less room for it, its note is shortened. */
const LEAST_TITLE_COLUMNS = 12;

/** What is asked, and in any case who asks and how many questions there are: of a long title there is all below it. */
export function titleRow(title: string, askedBy: string, count: number, columns: number): Row {
  const room = columns - TITLE_FRAME_COLUMNS;
  const [whole, short] =
    count > 1
      ? [`1 of ${count} · asked by ${askedBy}`, `1/${count} · ${askedBy}`]
      : [`asked by ${askedBy}`, askedBy];
  const note = room - widthOf(whole) < LEAST_TITLE_COLUMNS ? short : whole;
  const noted = rowText(fitRow([span(note)], Math.max(1, room - Math.floor(LEAST_TITLE_COLUMNS / 2))));
  return ruleRow(
    columns,
    'warning',
    fitRow([span(title, 'strong')], Math.max(1, room - widthOf(noted))),
    noted,
  );
}
