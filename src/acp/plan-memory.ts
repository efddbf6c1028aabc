import { idOf, recordsOf } from '../core/json.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';

/** The plan of a session. ACP sends it whole every time; some agents send only what has changed, marked as `merge`. */
export interface PlanMemory {
  /** Takes a `plan` update; returns it with all entries. */
  complete(update: RpcParams): RpcParams;
}

export function createPlanMemory(): PlanMemory {
  let entries: RpcParams[] = [];

  return {
    complete(update) {
      const given = recordsOf(update['entries']);
      entries = update['merge'] === true ? merge(entries, given) : given;
      return { ...update, entries };
    },
  };
}

/** Entries of a known id change in place, and keep what is not said again. */
function merge(before: readonly RpcParams[], changes: readonly RpcParams[]): RpcParams[] {
  const keyOf = (entry: RpcParams): string => idOf(entry['id']) ?? String(entry['content']);
  const byKey = new Map(before.map((entry) => [keyOf(entry), entry]));
  for (const change of changes) byKey.set(keyOf(change), { ...byKey.get(keyOf(change)), ...change });
  return [...byKey.values()];
}
