import { idOf, recordsOf } from '../../core/json.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { ToolCallPatch, ToolStatus } from '../../core/tool-call.ts';

/** What is known of the tool calls of a turn, since a permission request often carries only part of it. */
export interface CallMemory {
  /** Adds what an update says; returns all that is known. */
  merge(patch: ToolCallPatch): ToolCallPatch;
  /** Calls once, when the agent reports that the call is over; the answer stops waiting for that. */
  onEnd(id: string | undefined, listener: () => void): () => void;
  /** The call was refused: some agents never report its end. */
  refuse(id: string): void;
  /** Whether a tool runs that the agent has not reported the end of. */
  isRunning(): boolean;
  clear(): void;
}

const ENDINGS: ReadonlySet<unknown> = new Set<ToolStatus>(['completed', 'failed', 'cancelled']);

export function createCallMemory(): CallMemory {
  const calls = new Map<string, ToolCallPatch>();
  const running = new Set<string>();
  const waiting = new Map<() => void, string | undefined>();

  const tellWaiting = (id: string): void => {
    const listeners = [...waiting].filter(([, awaited]) => awaited === id).map(([listener]) => listener);
    for (const listener of listeners) {
      waiting.delete(listener);
      listener();
    }
  };

  return {
    merge(patch) {
      const known = { ...calls.get(patch.id), ...patch };
      calls.set(patch.id, known);
      if (known.status === 'in_progress') running.add(patch.id);
      else running.delete(patch.id);
      if (ENDINGS.has(patch.status)) tellWaiting(patch.id);
      return known;
    },
    onEnd(id, listener) {
      waiting.set(listener, id);
      return () => waiting.delete(listener);
    },
    refuse: (id) => running.delete(id),
    isRunning: () => running.size > 0,
    clear() {
      calls.clear();
      running.clear();
    },
  };
}

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
