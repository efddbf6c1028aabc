import type { TerminalInput } from '../terminal.ts';
import type { TerminalEvent } from './input-event.ts';
import { canFlush, flushInput, NO_INPUT, parseInput } from './parse-input.ts';
import { type Held, holdPaste, releasePaste } from './unmarked-paste.ts';

/** How long an ESC waits for the rest of a sequence before it is the Escape key. */
const ESCAPE_WAIT_MS = 50;
/** How long what may be a paste waits for its next piece. */
const PASTE_WAIT_MS = 40;

/** Hands every event of the terminal's input to `onEvents`, those of one chunk together. Returns what stops it. */
export function readInput(stdin: TerminalInput, onEvents: (events: TerminalEvent[]) => void): () => void {
  const decoder = new TextDecoder();
  let state = NO_INPUT;
  let held: Held = null;
  let timer: NodeJS.Timeout | undefined;
  let release: NodeJS.Timeout | undefined;

  const hand = (events: TerminalEvent[]) => {
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
