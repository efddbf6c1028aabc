import { BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { type ConcurrencyLimit, limitConcurrency } from '../../core/limit-concurrency.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { Sample } from '../../core/ports/mcp-host.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import type { BackendLink } from '../backend/backend-link.ts';
import type { ChosenBackend } from '../backend/choose-backend.ts';
import type { EventStream } from '../event-stream.ts';
import { askModel } from './ask-model.ts';
import { authorizeSampling } from './sampling-prompt.ts';

/** What servers ask of the model is answered as prompts are: by the same backend, with the model that is chosen there. */
export function createSessionSampler(
  { emit, getState }: EventStream,
  link: Pick<BackendLink, 'chosen'>,
  gate: Gatekeeper,
): Sample {
  const sample = createSampler({
    emit,
    gate,
    backend: () => link.chosen,
    model() {
      const option = getState().configOptions.find(({ category }) => category === 'model');
      return typeof option?.value === 'string' ? option.value : null;
    },
    turn: () => getState().turn?.id ?? '',
  });
  // The server may keep to itself why it got no answer; a refusal is told as every other.
  return async (request, options) => {
    try {
      return await sample(request, options);
    } catch (thrown) {
      const isTold = options.signal.aborted || (thrown instanceof SimseError && thrown.code === 'denied');
      const text = `got no answer of the model: ${messageOf(thrown)}`;
      if (!isTold) emit({ type: 'notice', level: 'warn', source: request.server, text });
      throw thrown;
    }
  };
}

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

/** How many processes may answer servers at the same time. */
const MAX_AT_ONCE = 3;
/** How often a server may ask in one turn. */
const MAX_PER_TURN = 10;

interface SamplingLimits extends ConcurrencyLimit {
  /** Counts a request. Throws SimseError('limit') for the one that is too many. */
  count(server: string): void;
}

/** `turn` names the turn that runs now. */
function createSamplingLimits(turn: () => string): SamplingLimits {
  const counts = new Map<string, { turn: string; asked: number }>();
  return {
    ...limitConcurrency(MAX_AT_ONCE),
    count(server) {
      const now = turn();
      const before = counts.get(server);
      const asked = before?.turn === now ? before.asked + 1 : 1;
      counts.set(server, { turn: now, asked });
      if (asked <= MAX_PER_TURN) return;
      throw new SimseError(
        'limit',
        `${server} has asked the model ${MAX_PER_TURN} times, which is the limit`,
      );
    },
  };
}
