import type { ElicitContext } from '../elicitation/elicitation.ts';
import type { GateRequest, QuestionAnswer, QuestionOption, Verdict } from '../gate/gate-request.ts';

export interface AskContext extends ElicitContext {
  /**
   * The user has just allowed exactly this, in answer to the backend's own question. What forbids still forbids, but
   * nobody is asked again.
   */
  alreadyAllowed?: boolean;
  /** Who asks takes the reason of a rejection with the answer. */
  takesReason?: boolean;
}

/** The only way to a side effect. No method throws; a request that cannot be settled is denied. */
export interface Gatekeeper {
  authorize(request: GateRequest, context: AskContext): Promise<Verdict>;
  /** Answers a backend's own question with one of its options. */
  answer(request: GateRequest, options: QuestionOption[], context: AskContext): Promise<QuestionAnswer>;
  /** Whether it would be allowed without a question, as things are now. Nobody is told. */
  mayPass(request: GateRequest): boolean;
}
