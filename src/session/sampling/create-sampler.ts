import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { Sample } from '../../core/ports/mcp-host.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import { askModel } from './ask-model.ts';
import { authorizeSampling } from './authorize-sampling.ts';
import type { ChosenBackend } from '../backend/choose-backend.ts';
import { createSamplingLimits } from './sampling-limits.ts';

const ANSWER_MS = 5 * 60_000;
const SHOWN_CHARS = 200;

export interface SamplerOptions {
  /** The one that answers prompts now. */
  backend(): ChosenBackend;
  gate: Gatekeeper;
  /** The model that the user has chosen, as the backend calls it. */
  model(): string | null;
  /** Names the turn that runs now. */
  turn(): string;
  emit: EmitEvent;
}

/**
 * Answers what MCP servers ask of the user's model, once the gate has allowed it: a process of the backend's own answers,
 * which knows nothing of the conversation and can do nothing.
 */
export function createSampler({ backend, gate, model, turn, emit }: SamplerOptions): Sample {
  const limits = createSamplingLimits(turn);
  return async (request, { signal }) => {
    const { server } = request;
    const chosen = backend();
    if (chosen.name === BUILT_IN_BACKEND)
      throw new SimseError('no_backend', 'no model is connected that could answer');
    limits.count(server);
    await authorizeSampling(gate, request, signal);
    using _place = await limits.enter(signal);
    const answer = await withinTime(signal, (limit) =>
      askModel(chosen, request, { model: model(), signal: limit }),
    );
    emit({ type: 'notice', level: 'info', source: server, text: `was answered: ${shorten(answer.text)}` });
    return answer;
  };
}

async function withinTime<T>(signal: AbortSignal, ask: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const time = AbortSignal.timeout(ANSWER_MS);
  try {
    return await ask(AbortSignal.any([signal, time]));
  } catch (thrown) {
    if (!time.aborted || signal.aborted) throw thrown;
    throw new SimseError('timeout', `the model did not answer within ${ANSWER_MS / 60_000} minutes`);
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN_CHARS ? line : `${line.slice(0, SHOWN_CHARS)}…`;
}
