import type { RequestedCall } from '../model/model.ts';

const WARN_AT = 3;
const STOP_AT = 5;
const WARNING =
  'This is the same call as before, with nothing changed in between, and its answer is the same. Do something else, or tell the user what keeps you from going on.';

/** Notices a model that turns in a circle: the same call again and again, while nothing else changes anything. */
export interface RepeatGuard {
  /** To be told of each call before it is done; `stop` means that it is not to be done, nor anything after it. */
  note(call: RequestedCall, isReadOnly: boolean): { warning: string | null; stop: boolean };
}

export function createRepeatGuard(): RepeatGuard {
  const known = new Set<string>();
  let counts = new Map<string, number>();
  return {
    note({ tool, args }, isReadOnly) {
      const key = `${tool} ${canonical(args)}`;
      // After a new change the same question may have another answer, as tests after an edit.
      if (!known.has(key) && !isReadOnly) counts = new Map();
      known.add(key);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { warning: count >= WARN_AT ? WARNING : null, stop: count >= STOP_AT };
    },
  };
}

/** JSON with the keys of objects in one order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
