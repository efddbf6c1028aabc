import type { ToolCallPatch } from '../core/tool-call.ts';

/** What is known of the tool calls of a turn, since a permission request often carries only part of it. */
export interface CallMemory {
  /** Adds what an update says; returns all that is known. */
  merge(patch: ToolCallPatch): ToolCallPatch;
  /** The call was refused: some agents never report its end. */
  refuse(id: string): void;
  /** Whether a tool runs that the agent has not reported the end of. */
  isRunning(): boolean;
  clear(): void;
}

export function createCallMemory(): CallMemory {
  const calls = new Map<string, ToolCallPatch>();
  const running = new Set<string>();

  return {
    merge(patch) {
      const known = { ...calls.get(patch.id), ...patch };
      calls.set(patch.id, known);
      if (known.status === 'in_progress') running.add(patch.id);
      else running.delete(patch.id);
      return known;
    },
    refuse: (id) => running.delete(id),
    isRunning: () => running.size > 0,
    clear() {
      calls.clear();
      running.clear();
    },
  };
}
