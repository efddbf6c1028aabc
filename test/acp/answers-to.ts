import { expect } from 'vitest';
import type { FakeGate } from './fake-gate.ts';
import { type Mock, mockBackend, type Scenario, type Step } from './start-mock.ts';

interface Options {
  gate?: FakeGate;
  on?: NonNullable<Scenario['on']>;
  /** Fills the session's folder before the agent starts. */
  prepare?: (folder: string) => Promise<void>;
}

/** Runs one turn in which the agent calls simse, and resolves with the answers, errors too, in the order they were given. */
export async function answersTo(
  calls: Step[],
  { gate, on, prepare }: Options = {},
): Promise<{ mock: Mock; answers: Record<string, unknown>[] }> {
  const turn = [...calls, { result: { stopReason: 'end_turn' } }];
  const mock = await mockBackend(
    { on: { ...on, 'session/prompt': turn } },
    gate === undefined ? {} : { gate },
  );
  await prepare?.(mock.folder);
  const { session } = await mock.open();
  const { signal } = new AbortController();
  expect(await session.prompt([{ type: 'text', text: 'go' }], { signal })).toEqual({
    stopReason: 'end_turn',
  });
  const answers = (await mock.sent()).filter(({ method }) => method === undefined);
  return { mock, answers: answers.map(({ result, error }) => (result ?? error) as Record<string, unknown>) };
}
