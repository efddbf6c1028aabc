import { diffWordsWithSpace } from 'diff';

/** UTF-16 offsets of a part of a line that is not in the other line. */
export interface ChangedRange {
  start: number;
  end: number;
}

const MAX_EDITS = 200;
/** Where more of a line than this has changed, to mark it says nothing. */
const MAX_CHANGED = 0.6;

/**
 * What a line has that the line it is a change of has not; nothing where that is most of it. How deep a line stands shows
 * by itself.
 */
export function changedWords(text: string, partner: string): ChangedRange[] {
  const parts = diffWordsWithSpace(partner.trimStart(), text.trimStart(), { maxEditLength: MAX_EDITS });
  const ranges: ChangedRange[] = [];
  let offset = text.length - text.trimStart().length;
  for (const { value, added, removed } of parts ?? []) {
    if (removed) continue;
    const end = offset + value.length;
    if (added) join(ranges, { start: offset, end }, text);
    offset = end;
  }
  const changed = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return changed > text.trim().length * MAX_CHANGED ? [] : ranges;
}

/** Two parts with nothing but blanks between them are one. */
function join(ranges: ChangedRange[], next: ChangedRange, text: string): void {
  const last = ranges.at(-1);
  if (last !== undefined && text.slice(last.end, next.start).trim() === '') last.end = next.end;
  else ranges.push(next);
}
