import { SimseError } from '../../core/errors.ts';
import { findLoosely } from './find-loosely.ts';
import { describeNearest } from './nearest-text.ts';

/** A replacement, as a model asks for it. */
export interface Edit {
  oldText: string;
  newText: string;
  /** Every place that is exactly so, instead of the only one. */
  replaceAll: boolean;
}

/** A part of a text, and what shall stand there. Offsets are UTF-16. */
interface Replacement {
  start: number;
  end: number;
  newText: string;
}

/**
 * The text with the edit made: where the old text stands exactly, else where it stands but for its white space, if that is
 * one place only. Line breaks of the file stay what they are. Throws SimseError('usage') that shows the model what there is
 * instead.
 */
export function applyEdit(text: string, { replaceAll, ...edit }: Edit): string {
  const oldText = withBreaks(edit.oldText, '\n');
  const newText = withBreaks(edit.newText, '\n');
  if (oldText === '')
    throw new SimseError('usage', 'The text to replace is empty; write_file writes a whole file.');
  if (oldText === newText) throw new SimseError('usage', 'The old and the new text are the same.');
  const breaks = breaksOf(text);
  const exact = findExactly(text, oldText, newText, { breaks, replaceAll });
  if (exact.length > 0) return replaceAll ? replace(text, exact) : replace(text, [only(text, exact)]);
  const loose = findLoosely(text, oldText, newText);
  if (loose.length === 0) throw new SimseError('usage', describeNearest(text, oldText));
  const place = only(text, loose);
  const [lineBreak] = breaksOf(text.slice(place.start, place.end), breaks);
  return replace(text, [{ ...place, newText: withBreaks(place.newText, lineBreak) }]);
}

type LineBreak = '\n' | '\r\n';

function withBreaks(text: string, lineBreak: LineBreak): string {
  const plain = text.replaceAll('\r\n', '\n');
  return lineBreak === '\n' ? plain : plain.replaceAll('\n', lineBreak);
}

/** The line breaks that a text has, the commonest first; `otherwise` for a text of one line. */
function breaksOf(
  text: string,
  otherwise: readonly [LineBreak, ...LineBreak[]] = ['\n'],
): readonly [LineBreak, ...LineBreak[]] {
  const windows = text.split('\r\n').length - 1;
  const plain = text.split('\n').length - 1 - windows;
  if (windows === 0) return plain === 0 ? otherwise : ['\n'];
  if (plain === 0) return ['\r\n'];
  return windows > plain ? ['\r\n', '\n'] : ['\n', '\r\n'];
}

interface ExactSearch {
  breaks: readonly [LineBreak, ...LineBreak[]];
  replaceAll: boolean;
}

/** In the order of the text; places that overlap count each, unless all of them shall be replaced. */
function findExactly(
  text: string,
  oldText: string,
  newText: string,
  { breaks, replaceAll }: ExactSearch,
): Replacement[] {
  const kinds = oldText.includes('\n') ? breaks : breaks.slice(0, 1);
  const found = kinds.flatMap((lineBreak) => {
    const wanted = withBreaks(oldText, lineBreak);
    const starts = placesOf(text, wanted, replaceAll ? wanted.length : 1);
    const replaced = withBreaks(newText, lineBreak);
    return starts.map((start) => ({ start, end: start + wanted.length, newText: replaced }));
  });
  return found.toSorted((one, other) => one.start - other.start);
}

function placesOf(text: string, part: string, step: number): number[] {
  const places: number[] = [];
  // The second half of a line break does not count.
  const isWhole = (at: number): boolean => !part.startsWith('\n') || text[at - 1] !== '\r';
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step))
    if (isWhole(at)) places.push(at);
  return places;
}

function replace(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, newText } of replacements) {
    parts.push(text.slice(from, start), newText);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

const MAX_NAMED = 5;

/** Throws when there are several. */
function only(text: string, places: readonly Replacement[]): Replacement {
  const [first, ...others] = places;
  if (first !== undefined && others.length === 0) return first;
  const lines = places.slice(0, MAX_NAMED).map(({ start }) => text.slice(0, start).split('\n').length);
  const more = places.length > MAX_NAMED ? ' and more' : '';
  throw new SimseError(
    'usage',
    `That text stands at ${places.length} places (lines ${lines.join(', ')}${more}). Give more of the surrounding lines, or set replace_all.`,
  );
}
