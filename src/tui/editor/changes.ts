/** One change of a text, which can be taken back and made again. */
export interface Change {
  /** UTF-16 offset. */
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
  /** Where the cursor stood before, and after. */
  readonly before: number;
  readonly after: number;
  /** Undone together with the one before it, and redone. */
  readonly isChained?: true;
}

/** What can be undone, and what can be redone: the newest last. */
export interface Changes {
  readonly past: readonly Change[];
  readonly future: readonly Change[];
}

export const NO_CHANGES: Changes = { past: [], future: [] };

const MAX_STEPS = 1000;

/** The changes with one more. `joins`: it goes on where the last one ended, and both are undone as one. */
export function record({ past }: Changes, change: Change, joins: boolean): Changes {
  const last = past.at(-1);
  const isNext = last !== undefined && last.start + last.inserted.length === change.start;
  if (joins && isNext && change.removed === '') {
    const joined = { ...last, inserted: last.inserted + change.inserted, after: change.after };
    return { past: past.with(-1, joined), future: [] };
  }
  return { past: [...past, change].slice(-MAX_STEPS), future: [] };
}

interface Stepped {
  text: string;
  cursor: number;
  changes: Changes;
}

/** The changes, where all but the first of those after so many belong to it. */
export function chainSince({ past, future }: Changes, count: number): Changes {
  return {
    past: past.map((change, index) => (index > count ? { ...change, isChained: true } : change)),
    future,
  };
}

/** The text before the last change; null when there is none. */
export function undo(text: string, { past, future }: Changes): Stepped | null {
  const change = past.at(-1);
  if (change === undefined) return null;
  const { start, removed, inserted, before } = change;
  const undone: Stepped = {
    text: text.slice(0, start) + removed + text.slice(start + inserted.length),
    cursor: before,
    changes: { past: past.slice(0, -1), future: [...future, change] },
  };
  return change.isChained === true ? (undo(undone.text, undone.changes) ?? undone) : undone;
}

/** The text after the last change that was undone; null when there is none. */
export function redo(text: string, { past, future }: Changes): Stepped | null {
  const change = future.at(-1);
  if (change === undefined) return null;
  const { start, removed, inserted, after } = change;
  const redone: Stepped = {
    text: text.slice(0, start) + inserted + text.slice(start + removed.length),
    cursor: after,
    changes: { past: [...past, change], future: future.slice(0, -1) },
  };
  const isFollowed = redone.changes.future.at(-1)?.isChained === true;
  return isFollowed ? (redo(redone.text, redone.changes) ?? redone) : redone;
}
