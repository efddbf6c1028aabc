import { setTimeout as delay } from 'node:timers/promises';
import { ModelError } from '../model/model-error.ts';
import type { ModelTurn } from './model-turn.ts';
import { sayThought } from './say-thought.ts';

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
/** Who wants to be left alone for longer is not waited for: the user may want another model. */
const LONGEST_WAIT_MS = 2 * 60_000;

type Waiting = Pick<ModelTurn, 'context' | 'signal'>;

/**
 * Asks again while that may help, and tells the client so; `beforeNext` is called before each further attempt. Throws a
 * ModelError that another attempt would not mend, or the last one, and the signal's reason when the turn is cancelled.
 */
export async function retryModel<Answer>(
  turn: Waiting,
  attempt: () => Promise<Answer>,
  beforeNext: () => void = () => {},
): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelError) || !isPassing(error) || attempts === MAX_ATTEMPTS) throw error;
      refuseLongWait(error);
      beforeNext();
      await waitForNext(error, attempts, turn);
    }
  }
}

function isPassing({ kind }: ModelError): boolean {
  return kind === 'busy' || kind === 'dropped';
}

function refuseLongWait({ kind, message, retryAfterMs }: ModelError): void {
  if (retryAfterMs === null || retryAfterMs <= LONGEST_WAIT_MS) return;
  const minutes = Math.ceil(retryAfterMs / 60_000);
  throw new ModelError(
    kind,
    `${message.replace(/[.\s]+$/, '')}. It wants to be left alone for ${minutes} minutes.`,
    { retryAfterMs },
  );
}

/** As long as the provider wants, else twice as long each time, never all at the same moment. */
async function waitForNext(
  { message, retryAfterMs }: ModelError,
  attempts: number,
  { context, signal }: Waiting,
): Promise<void> {
  const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.75 + Math.random() / 2);
  const waitMs = retryAfterMs ?? backoff;
  await sayThought(context, `\n(${message}; asking again in ${Math.ceil(waitMs / 1000)} s)\n`);
  await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}
