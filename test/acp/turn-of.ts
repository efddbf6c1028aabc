import { expect } from 'vitest';
import type { TurnResult } from '../../src/core/ports/backend.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { mockBackend, type Step } from './start-mock.ts';

interface Turn {
  result: TurnResult;
  events: SessionEvent[];
  logged: string;
}

/** Runs one turn in which the agent does these steps, and expects that it is never sent an error. */
export async function turnOf(steps: Step[]): Promise<Turn> {
  const mock = await mockBackend({ on: { 'session/prompt': steps } });
  const { session } = await mock.open();
  const { signal } = new AbortController();
  const result = await session.prompt([{ type: 'text', text: 'go' }], { signal });
  expect((await mock.sent()).filter((line) => 'error' in line)).toEqual([]);
  return { result, events: mock.events, logged: mock.logged.join('\n') };
}
