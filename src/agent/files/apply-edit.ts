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

/**
 * The text with the edit made: where the old text stands exactly, else where it stands but for its white space, if that is
 * one place only. Line breaks of the file stay what they are. Throws SimseError('usage') that shows the model what there is
 * instead.
 */
export function applyEdit(text: string, { replaceAll, ...edit }: Edit): string {
  const oldText = withBreaksOf(text, edit.oldText);
  const newText = withBreaksOf(text, edit.newText);
  if (oldText === '')
    throw new SimseError('usage', 'The text to replace is empty; write_file writes a whole file.');
  if (oldText === newText) throw new SimseError('usage', 'The old and the new text are the same.');
  const places = placesOf(text, oldText);
  const [first] = places;
  if (first !== undefined) {
    if (replaceAll) return text.split(oldText).join(newText);
    if (places.length > 1) throw ambiguous(text, places);
    return text.slice(0, first) + newText + text.slice(first + oldText.length);
  }
  const found = findLoosely(text, oldText, newText);
  if (found.length > 1)
    throw ambiguous(
      text,
      found.map(({ start }) => start),
    );
  const [place] = found;
  if (place === undefined) throw new SimseError('usage', describeNearest(text, oldText));
  return text.slice(0, place.start) + place.newText + text.slice(place.end);
}

function withBreaksOf(text: string, edit: string): string {
  const plain = edit.replaceAll('\r\n', '\n');
  return /\r\n/.test(text) ? plain.replaceAll('\n', '\r\n') : plain;
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

const MAX_NAMED = 5;

function ambiguous(text: string, places: readonly number[]): SimseError {
  const lines = places.slice(0, MAX_NAMED).map((place) => text.slice(0, place).split('\n').length);
  const more = places.length > MAX_NAMED ? ' and more' : '';
  return new SimseError(
    'usage',
    `That text stands at ${places.length} places (lines ${lines.join(', ')}${more}). Give more of the lines around the one that is meant, or replace all.`,
  );
}
