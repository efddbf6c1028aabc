import type { InputEvent, TerminalEvent } from './input-event.ts';

/*
 * Several lines that arrive at once are a paste that the terminal does not mark as one: their line breaks are no Enter, which
 * would send the draft line by line. A long paste comes in pieces, so that what may be one is held back for a moment.
 */

/** What is held back; null while nothing is. */
export type Held = readonly InputEvent[] | null;

/** Fewer characters than these may have been typed while the program was busy. */
const MIN_PASTED_CHARS = 8;

/** Takes the events of one read: those that can be handed on now, and what is held back for what may follow. */
export function holdPaste(
  held: Held,
  events: readonly TerminalEvent[],
): { held: Held; events: TerminalEvent[] } {
  const typed = events.filter(isTyped);
  if (typed.length < events.length) return { held: null, events: [...releasePaste(held), ...events] };
  if (held !== null) return { held: [...held, ...typed], events: [] };
  const isSuspect = typed.some(isBreak) && typed.some(({ type }) => type === 'text');
  return isSuspect ? { held: typed, events: [] } : { held: null, events: [...events] };
}

/** To be called when nothing followed for a while: a paste where it is one, else the keys as they came. */
export function releasePaste(held: Held): InputEvent[] {
  if (held === null) return [];
  const text = held.map(textOf).join('');
  const isPaste = text.length >= MIN_PASTED_CHARS && /\n[^\n]/.test(text);
  return isPaste ? [{ type: 'paste', text }] : [...held];
}

/** Whether it may be a part of a pasted text. */
function isTyped(event: TerminalEvent): event is InputEvent {
  return event.type === 'text' || (event.type === 'key' && (isBreak(event) || event.chord === 'tab'));
}

function isBreak(event: InputEvent): boolean {
  return event.type === 'key' && (event.chord === 'enter' || event.chord === 'ctrl+j');
}

function textOf(event: InputEvent): string {
  if (event.type !== 'key') return event.text;
  return event.chord === 'tab' ? '\t' : '\n';
}
