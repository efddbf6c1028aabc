import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionIds } from './list-sessions.ts';
import { metaFile } from './session-files.ts';

export interface StoredSessionChange {
  id: string;
  kind: 'added' | 'changed' | 'removed';
}

/** The meta of a session that runs is written at each turn, so that there is seldom more than one to tell of. */
const LOOK_MS = 1000;

/**
 * Tells of sessions that are added, changed or removed, whichever simse has them open, by looking at all of them once a second: a watch
 * on each folder would be thousands. Keeps no process alive. Returns what ends it.
 */
export function watchSessions(root: string, onChange: (change: StoredSessionChange) => void): () => void {
  let known: Map<string, number> | null = null;
  let isLooking = false;
  let isEnded = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const found = await writtenAt(root);
    isLooking = false;
    if (isEnded) return;
    for (const [id, at] of known === null ? [] : found) {
      const before = known?.get(id);
      if (before !== at) onChange({ id, kind: before === undefined ? 'added' : 'changed' });
    }
    for (const id of known?.keys() ?? []) if (!found.has(id)) onChange({ id, kind: 'removed' });
    known = found;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  void look();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}

/** When each session's meta was written, epoch milliseconds. */
async function writtenAt(root: string): Promise<Map<string, number>> {
  const ids = await sessionIds(root);
  const times = await Promise.all(
    ids.map(async (id) => {
      const stats = await stat(metaFile(join(root, id))).catch(() => null);
      return stats === null ? [] : [[id, stats.mtimeMs] as const];
    }),
  );
  return new Map(times.flat());
}
