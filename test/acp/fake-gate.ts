import type {
  GateRequest,
  QuestionAnswer,
  QuestionOption,
  Verdict,
} from '../../src/core/gate/gate-request.ts';
import type { AskContext, Gatekeeper } from '../../src/core/ports/gatekeeper.ts';

interface Asked {
  request: GateRequest;
  options?: QuestionOption[];
  context: AskContext;
}

/** A gate that answers by a function, and remembers what it was asked. */
export interface FakeGate extends Gatekeeper {
  readonly asked: Asked[];
}

interface Answers {
  /** Of simse's own side effects; true allows. */
  authorize?: (request: GateRequest, context: AskContext) => boolean | Promise<boolean>;
  /** The id of an option, or null to let the question wait until it is cancelled. */
  answer?: (options: QuestionOption[], request: GateRequest) => string | null;
  /** What needs no question. */
  mayPass?: (request: GateRequest) => boolean;
}

export function createFakeGate({
  authorize = () => true,
  answer = (options) => options[0]?.id ?? null,
  mayPass = () => false,
}: Answers = {}): FakeGate {
  const asked: Asked[] = [];
  return {
    asked,
    async authorize(request, context): Promise<Verdict> {
      asked.push({ request, context });
      return (await authorize(request, context))
        ? { allowed: true, by: 'rule', reason: 'the test allows it' }
        : { allowed: false, by: 'rule', reason: 'the test denies it' };
    },
    mayPass,
    answer(request, options, context): Promise<QuestionAnswer> {
      asked.push({ request, options, context });
      const optionId = context.signal?.aborted === true ? null : answer(options, request);
      if (optionId !== null) return Promise.resolve({ outcome: 'selected', optionId });
      return new Promise((resolve) => {
        if (context.signal?.aborted === true) resolve({ outcome: 'cancelled' });
        context.signal?.addEventListener('abort', () => resolve({ outcome: 'cancelled' }));
      });
    },
  };
}
