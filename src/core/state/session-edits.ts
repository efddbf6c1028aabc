import type { Entry } from './session-state.ts';
import type { Diff, ToolCall } from '../tool-call.ts';

/** What a session has done to a file. */
export interface FileEdits {
  path: string;
  /** In their order; edits of which one goes on where the one before ended are one. */
  diffs: readonly Diff[];
  /** How many calls changed it. */
  edits: number;
}

/** The files that agents have changed in a session by what they showed of it, the one that was changed last first. */
export function sessionEdits(entries: Iterable<Entry>): FileEdits[] {
  const files = new Map<string, FileEdits>();
  for (const entry of entries) {
    if (entry.kind !== 'tool' || !hasHappened(entry.call)) continue;
    for (const diff of diffsOf(entry.call)) {
      const before = files.get(diff.path) ?? { path: diff.path, diffs: [], edits: 0 };
      files.delete(diff.path);
      files.set(diff.path, { ...before, diffs: addDiff(before.diffs, diff), edits: before.edits + 1 });
    }
  }
  return [...files.values()].toReversed();
}

/** A running call may still be refused. */
function hasHappened({ status, denied }: ToolCall): boolean {
  return status === 'completed' && denied === undefined;
}

function diffsOf({ content }: ToolCall): Diff[] {
  return content.filter((part) => part.type === 'diff');
}

/** One diff object stays the same for as long as nothing follows it, since what is drawn of it is remembered by object. */
function addDiff(diffs: readonly Diff[], diff: Diff): Diff[] {
  const last = diffs.at(-1);
  if (last === undefined || last.newText !== diff.oldText) return [...diffs, diff];
  return [...diffs.slice(0, -1), joined(last, diff)];
}

const joins = new WeakMap<Diff, WeakMap<Diff, Diff>>();

function joined(first: Diff, then: Diff): Diff {
  const known = joins.get(first) ?? new WeakMap<Diff, Diff>();
  joins.set(first, known);
  const diff = known.get(then) ?? {
    path: first.path,
    oldText: first.oldText,
    newText: then.newText,
    ...(then.line !== undefined && { line: then.line }),
  };
  known.set(then, diff);
  return diff;
}
