import type { EventStream } from '../event-stream.ts';

/** The backend that reaches the user's MCP servers. */
export interface Caller {
  name(): string;
  /** Aborts when the turn that runs is cancelled. */
  turn(): AbortSignal;
}

/** Whichever backend the session has at the time. */
export function createCaller({ onEvent, getState }: EventStream): Caller {
  let turn = new AbortController();
  onEvent(({ type }) => {
    if (type === 'turn_cancelling') turn.abort();
    if (type === 'turn_started') turn = new AbortController();
  });
  return { name: () => getState().backend, turn: () => turn.signal };
}

/** Options of a call that ends with the turn, as not every agent gives its calls up by itself: Gemini does not. */
export function endingWithTurn<Options extends { signal?: AbortSignal }>(
  options: Options,
  caller: Caller,
): Options & { signal: AbortSignal } {
  const turn = caller.turn();
  return {
    ...options,
    signal: options.signal === undefined ? turn : AbortSignal.any([options.signal, turn]),
  };
}
