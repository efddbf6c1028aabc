import { type ParsedChord, parseChord } from './chord.ts';
import type { KeyBinding } from './key-binding.ts';
import { KEY_PLACES, type KeyPlace } from './place-keys.ts';

/** Reads a chord for an action of a place: where nothing can be typed, a character is a key like any other. */
export function readChord(written: string, place: KeyBinding['place']): ParsedChord {
  const spec: KeyPlace | null = place === 'prompt' ? null : KEY_PLACES[place];
  const isCharacter = Array.from(written).length === 1;
  const isTyped = isCharacter || written.toLowerCase() === 'space';
  if (!isTyped || spec === null || spec.takesText === true) return parseChord(written);
  if (spec.takesNumbers === true && /^[1-9]$/.test(written))
    return { problem: 'it gives the answer of that number' };
  return { chord: written === ' ' || !isCharacter ? 'space' : written };
}
