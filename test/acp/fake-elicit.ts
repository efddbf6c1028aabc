import type {
  Elicit,
  ElicitationAnswer,
  ElicitationRequest,
} from '../../src/core/elicitation/elicitation.ts';
import type { AskContext } from '../../src/core/ports/gatekeeper.ts';

/** Somebody who fills in forms by a function, and remembers what was asked. */
export interface FakeElicit {
  readonly asked: { request: ElicitationRequest; context: AskContext }[];
  readonly ask: Elicit;
}

/** Without an answer the request waits until it is cancelled. */
export function createFakeElicit(
  answer: (request: ElicitationRequest) => ElicitationAnswer | null = () => ({ action: 'decline' }),
): FakeElicit {
  const asked: FakeElicit['asked'] = [];
  return {
    asked,
    ask(request, context) {
      asked.push({ request, context });
      const given = answer(request);
      if (given !== null) return Promise.resolve(given);
      return new Promise((resolve) => {
        context.signal?.addEventListener('abort', () => resolve({ action: 'cancel' }));
      });
    },
  };
}
