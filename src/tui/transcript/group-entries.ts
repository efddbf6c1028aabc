import type { Entry } from '../../core/state/session-state.ts';

/** An entry, with the calls of the sub-agent that works for it. */
export interface Group {
  readonly entry: Entry;
  readonly children: readonly Group[];
}

interface OpenGroup extends Group {
  readonly children: OpenGroup[];
}

/** Entries in their order, the calls of sub-agents within the call that they were made for, where that is among these. */
export function groupEntries(entries: Iterable<Entry>): Group[] {
  const groups: OpenGroup[] = [];
  const calls = new Map<string, OpenGroup>();
  for (const entry of entries) {
    const group: OpenGroup = { entry, children: [] };
    const parent = entry.kind === 'tool' ? calls.get(entry.call.parentId ?? '') : undefined;
    (parent?.children ?? groups).push(group);
    if (entry.kind === 'tool') calls.set(entry.call.id, group);
  }
  return groups;
}

/** Whether nothing in it will change any more. */
export function isFinished({ entry, children }: Group): boolean {
  return entry.done && children.every(isFinished);
}

/** The ids of all its entries. */
export function entryIds({ entry, children }: Group): string[] {
  return [entry.id, ...children.flatMap(entryIds)];
}
