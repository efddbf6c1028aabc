import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Whoever looks for more goes on typing. */
const MAX_PATHS = 100;

export interface PathPlaces {
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
