import type { TerminalInput } from '../screen/terminal.ts';
import type { TerminalEvent } from './input-event.ts';
import { canFlush, flushInput, NO_INPUT, parseInput } from './parse-input.ts';

/** How long an ESC waits for the rest of a sequence before it is the Escape key. */
const ESCAPE_WAIT_MS = 50;

/** Hands every event of the terminal's input to `onEvents`, those of one chunk together. Returns what stops it. */
export function readInput(stdin: TerminalInput, onEvents: (events: TerminalEvent[]) => void): () => void {
  const decoder = new TextDecoder();
  let state = NO_INPUT;
  let timer: NodeJS.Timeout | undefined;

  const take = (parsed: ReturnType<typeof parseInput>) => {
    state = parsed.state;
    if (parsed.events.length > 0) onEvents(parsed.events);
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
    stdin.off('data', onData);
    stdin.pause();
  };
}
