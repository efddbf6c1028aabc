import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileMatch, WorkspaceFiles } from '../../core/ports/workspace-files.ts';
import { listWorkspace } from '../../tools/list-workspace.ts';
import { createPathIndex, type PathIndex } from '../../tools/path-index.ts';

/** Whoever looks for more goes on typing. */
const MAX_PATHS = 100;

interface PathPlaces {
  cwd: string;
  /** What `~` stands for. */
  home: string;
}

/** What a path that is typed in a shell may become, in its own words; a folder ends with a slash. Never rejects. */
export async function completePath(typed: string, { cwd, home }: PathPlaces): Promise<string[]> {
  if (typed === '~') return ['~/'];
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const begun = typed.slice(folder.length);
  const at = folder.startsWith('~/') ? join(home, folder.slice(1)) : resolve(cwd, folder);
  // A folder that is not there, or may not be read, has nothing to offer.
  const names = await readdir(at).catch(() => []);
  const fitting = names.filter((name) => name.startsWith(begun) && (begun !== '' || !name.startsWith('.')));
  const shown = fitting.toSorted((one, other) => one.localeCompare(other)).slice(0, MAX_PATHS);
  return Promise.all(
    shown.map(async (name) => {
      const stats = await stat(join(at, name)).catch(() => null);
      return `${folder}${name}${stats?.isDirectory() === true ? '/' : ''}`;
    }),
  );
}

/** A tree is read again for a mention that begins so much later, or this many times later than reading took. */
const STALE_MS = 5000;
const STALE_FACTOR = 20;
/** Nobody has mentioned a file for so long: the names are forgotten. */
const IDLE_MS = 10 * 60_000;

interface Tree {
  index: PathIndex;
  /** What was changed last, newest first. */
  changed: readonly string[];
  /** By performance.now(); null while it is being read. */
  staleAt: number | null;
}

interface Options {
  folder: string;
  /** What `~` stands for. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * The names of the files under a folder. All of it runs in short slices between keys and output: a search through 100,000
 * names takes some 50 ms in all, and a thread of its own would cost more to start, and the memory twice.
 */
export function createWorkspaceFiles({ folder, home, env }: Options): WorkspaceFiles & Disposable {
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let tree: Tree | null = null;
  let reading: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const read = async (): Promise<void> => {
    const begun = performance.now();
    const next: Tree = { index: createPathIndex(), changed: [], staleAt: null };
    // The first one can be searched while it grows; a later one takes the place of the old one when it is whole.
    tree ??= next;
    next.changed = await listWorkspace({ folder, env, onFile: next.index.add, signal: closing.signal });
    const took = performance.now() - begun;
    next.staleAt = performance.now() + Math.max(STALE_MS, took * STALE_FACTOR);
    tree = next;
  };

  const warmUp = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      tree = null;
    }, IDLE_MS).unref();
    const isFresh = tree?.staleAt != null && performance.now() < tree.staleAt;
    if (isFresh || reading !== null || closing.signal.aborted) return;
    reading = read()
      // Rejects only when the session closes.
      .catch(() => {})
      .finally(() => {
        reading = null;
        for (const listener of listeners) listener();
      });
  };

  return {
    warmUp,
    isReading: () => tree === null || tree.staleAt === null,
    async search(query, limit, signal) {
      if (tree === null) return [];
      try {
        const either = AbortSignal.any([signal, closing.signal]);
        const found = await tree.index.search(query, limit, either);
        return query === '' ? changedFirst(tree.changed, found, limit) : found;
      } catch {
        // Aborted: nobody waits for it any more.
        return [];
      }
    },
    completePath: (typed) => completePath(typed, { cwd: folder, home }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [Symbol.dispose]() {
      closing.abort();
      clearTimeout(idle);
      tree = null;
    },
  };
}

/** Of what is changed no more than half of the list: the top of the tree follows. */
function changedFirst(
  changed: readonly string[],
  found: readonly FileMatch[],
  limit: number,
): readonly FileMatch[] {
  const first = changed.slice(0, Math.ceil(limit / 2));
  const others = found.filter(({ path }) => !first.includes(path));
  return [...first.map((path) => ({ path, positions: [] })), ...others].slice(0, limit);
}
