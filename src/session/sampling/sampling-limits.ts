import { SimseError } from '../../core/errors.ts';
import { createPlaces, type Places } from '../create-places.ts';

/** How many processes may answer servers at the same time. */
const MAX_AT_ONCE = 3;
/** How often a server may ask in one turn. */
const MAX_PER_TURN = 10;

interface SamplingLimits extends Places {
  /** Counts a request. Throws SimseError('limit') for the one that is too many. */
  count(server: string): void;
}

/** `turn` names the turn that runs now. */
export function createSamplingLimits(turn: () => string): SamplingLimits {
  const counts = new Map<string, { turn: string; asked: number }>();
  return {
    ...createPlaces(MAX_AT_ONCE),
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
