import type { TerminalInput } from '../terminal.ts';
import type { InputEvent, StdinEvent } from './input-event.ts';
import { canFlush, flushInput, NO_INPUT, parseInput } from './parse-input.ts';

/** How long an ESC waits for the rest of a sequence before it is the Escape key. */
const ESCAPE_WAIT_MS = 50;
/** How long what may be a paste waits for its next piece. */
const PASTE_WAIT_MS = 40;

/** Hands every event of the terminal's input to `onEvents`, those of one chunk together. Returns what stops it. */
export function readInput(stdin: TerminalInput, onEvents: (events: StdinEvent[]) => void): () => void {
  const decoder = new TextDecoder();
  let state = NO_INPUT;
  let held: Held = null;
  let timer: NodeJS.Timeout | undefined;
  let release: NodeJS.Timeout | undefined;

  const hand = (events: StdinEvent[]) => {
    if (events.length > 0) onEvents(events);
  };
  const take = (parsed: ReturnType<typeof parseInput>) => {
    state = parsed.state;
    if (parsed.events.length === 0) return;
    clearTimeout(release);
    const taken = holdPaste(held, parsed.events);
    held = taken.held;
    if (held !== null) release = setTimeout(letGo, PASTE_WAIT_MS);
    hand(taken.events);
  };
  const letGo = () => {
    const released = releasePaste(held);
    held = null;
    hand(released);
  };
  const onData = (chunk: Buffer | string) => {
    clearTimeout(timer);
    take(parseInput(state, typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })));
    if (canFlush(state)) timer = setTimeout(() => take(flushInput(state)), ESCAPE_WAIT_MS);
  };

  stdin.on('data', onData);
  stdin.resume();
  return () => {
    clearTimeout(timer);
    clearTimeout(release);
    stdin.off('data', onData);
    stdin.pause();
  };
}

/** Fewer characters than these may have been typed while the program was busy. */
const MIN_PASTED_CHARS = 8;

/*
 * Several lines that arrive at once are a paste that the terminal does not mark as one: their line breaks are no Enter, which
 * would send the draft line by line. A long paste comes in pieces, so that what may be one is held back for a moment.
 */

/** What is held back; null while nothing is. */
type Held = readonly InputEvent[] | null;

/** Takes the events of one read: those that can be handed on now, and what is held back for what may follow. */
function holdPaste(held: Held, events: readonly StdinEvent[]): { held: Held; events: StdinEvent[] } {
  const typed = events.filter(isTyped);
  if (typed.length < events.length) return { held: null, events: [...releasePaste(held), ...events] };
  if (held !== null) return { held: [...held, ...typed], events: [] };
  const isSuspect = typed.some(isBreak) && typed.some(({ type }) => type === 'text');
  return isSuspect ? { held: typed, events: [] } : { held: null, events: [...events] };
}

/** To be called when nothing followed for a while: a paste where it is one, else the keys as they came. */
function releasePaste(held: Held): InputEvent[] {
  if (held === null) return [];
  const text = held.map(textOf).join('');
  const isPaste = text.length >= MIN_PASTED_CHARS && /\n[^\n]/.test(text);
  return isPaste ? [{ type: 'paste', text }] : [...held];
}

/** Whether it may be a part of a pasted text. */
function isTyped(event: StdinEvent): event is InputEvent {
  return event.type === 'text' || (event.type === 'key' && (isBreak(event) || event.chord === 'tab'));
}

function isBreak(event: InputEvent): boolean {
  return event.type === 'key' && (event.chord === 'enter' || event.chord === 'ctrl+j');
}

function textOf(event: InputEvent): string {
  if (event.type !== 'key') return event.text;
  return event.chord === 'tab' ? '\t' : '\n';
}
