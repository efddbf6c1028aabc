import type { FileMatch } from '../core/ports/workspace-files.ts';
import { characterBits, fitPath, normaliseQuery, scorePath } from '../core/text/fuzzy-path.ts';
import { createPacer } from './pacer.ts';

/** How many paths are compared between two looks at the clock. */
const STRIDE = 64;

/** Paths of files and their folders, to be searched while others wait for the same thread. */
export interface PathIndex {
  readonly size: number;
  /** Adds a file, and the folders on the way to it that are not known yet. */
  add(path: string): void;
  /** Rejects when the signal is aborted. */
  search(query: string, limit: number, signal: AbortSignal): Promise<FileMatch[]>;
}

interface Found {
  path: string;
  score: number;
}

export function createPathIndex(): PathIndex {
  const paths: string[] = [];
  const lowers: string[] = [];
  const bits: number[] = [];
  const folders = new Set<string>();

  const push = (path: string): void => {
    const lower = path.toLowerCase();
    paths.push(path);
    lowers.push(lower);
    bits.push(characterBits(lower));
  };

  /** Upwards, until one is known: then all above it are. */
  const addFolders = (path: string): void => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at + 1);
      if (folders.has(folder)) return;
      folders.add(folder);
      push(folder);
    }
  };

  const findBest = async (query: string, limit: number, signal: AbortSignal): Promise<Found[]> => {
    const pacer = createPacer(signal);
    const wanted = characterBits(query);
    const best: Found[] = [];
    let above: number | undefined;
    for (let index = 0; index < paths.length; index += 1) {
      if (index % STRIDE === 0 && pacer.isDue()) await pacer.rest();
      const path = paths[index] ?? '';
      if ((wanted & ~(bits[index] ?? 0)) !== 0) continue;
      const score = scorePath(query, path, lowers[index] ?? '', above === undefined ? {} : { above });
      if (score === null || (above !== undefined && score <= above)) continue;
      insert(best, { path, score }, limit);
      if (best.length === limit) above = best[limit - 1]?.score;
    }
    return best;
  };

  return {
    get size() {
      return paths.length;
    },
    add(path) {
      addFolders(path);
      push(path);
    },
    async search(typed, limit, signal) {
      const query = normaliseQuery(typed);
      // The key that asks for it is drawn first.
      await createPacer(signal).rest();
      const inside =
        query === '' || query.endsWith('/') ? await listFolder(paths, lowers, query, limit, signal) : [];
      const found = query === '' || inside.length > 0 ? [] : await findBest(query, limit, signal);
      const all = new Set([...inside, ...found.map(({ path }) => path)]);
      return [...all].slice(0, limit).map((path) => ({
        path,
        positions: fitPath(query, path)?.positions ?? [],
      }));
    },
  };
}

/** Best first; of those with the same score the first to come. */
function insert(best: Found[], found: Found, limit: number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((best[middle]?.score ?? 0) >= found.score) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, found);
  if (best.length > limit) best.pop();
}

/** What lies directly in a folder (`''` for the top), folders first, each group by name. */
async function listFolder(
  paths: readonly string[],
  lowers: readonly string[],
  folder: string,
  limit: number,
  signal: AbortSignal,
): Promise<string[]> {
  const pacer = createPacer(signal);
  const inside: string[] = [];
  for (let index = 0; index < paths.length; index += 1) {
    if (index % STRIDE === 0 && pacer.isDue()) await pacer.rest();
    const path = paths[index] ?? '';
    if (path.length <= folder.length || !(lowers[index] ?? '').startsWith(folder)) continue;
    const slash = path.indexOf('/', folder.length);
    if (slash < 0 || slash === path.length - 1) inside.push(path);
  }
  return inside.sort(foldersFirst).slice(0, limit);
}

function foldersFirst(one: string, other: string): number {
  const difference = Number(other.endsWith('/')) - Number(one.endsWith('/'));
  return difference === 0 ? Number(one > other) - Number(one < other) : difference;
}
