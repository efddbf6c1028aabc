import { cleanLine } from '../core/text/clean-text.ts';

const EXCERPT_CHARS = 160;
/** How much of an excerpt goes before what was found. */
const LEAD_CHARS = 40;

/** The part of a text where most of the terms stand close together, on one line. Terms in lower case. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const line = cleanLine(text);
  const start = bestStart(line.toLowerCase(), terms);
  const from = start <= LEAD_CHARS ? 0 : line.lastIndexOf(' ', start - LEAD_CHARS) + 1;
  const to = from + EXCERPT_CHARS;
  const end = to >= line.length ? line.length : Math.max(line.lastIndexOf(' ', to), from + LEAD_CHARS);
  return `${from > 0 ? '… ' : ''}${line.slice(from, end)}${end < line.length ? ' …' : ''}`;
}

function bestStart(line: string, terms: readonly string[]): number {
  const places = terms.flatMap((term) => placesOf(line, term)).sort((one, other) => one - other);
  let best = { start: 0, found: 0 };
  for (const [index, start] of places.entries()) {
    const found = places.slice(index).filter((place) => place < start + EXCERPT_CHARS - LEAD_CHARS).length;
    if (found > best.found) best = { start, found };
  }
  return best.start;
}

const MAX_PLACES = 50;

function placesOf(line: string, term: string): number[] {
  const places: number[] = [];
  if (term === '') return places;
  for (let at = line.indexOf(term); at >= 0 && places.length < MAX_PLACES; at = line.indexOf(term, at + 1)) {
    places.push(at);
  }
  return places;
}
