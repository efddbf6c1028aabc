import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

interface Place {
  /** Where simse runs, and where its session is. */
  folders: readonly string[];
  home: string;
}

/**
 * The folders of PATH in which a project has no say: without relative ones, and without the `node_modules/.bin` that npm puts
 * first for what it runs in a project. Whoever has a program of its own there would be run in place of git or node.
 */
export function ownPath(path: string, { folders, home }: Place): string {
  const ofProject = new Set(folders.flatMap((folder) => foldersUpTo(folder, home).map(programsOf)));
  return path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && !ofProject.has(resolve(entry)))
    .join(delimiter);
}

/** The environment with `ownPath`. What npm sets for a script of a project goes too: it is that project's. */
export function ownEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  place: Place,
): Record<string, string | undefined> {
  const startedByNpm = env['npm_command'] !== undefined || env['npm_lifecycle_event'] !== undefined;
  const own: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(env)) {
    if (startedByNpm && name.startsWith('npm_')) continue;
    own[name] = /^path$/i.test(name) && value !== undefined ? ownPath(value, place) : value;
  }
  return own;
}

/** A folder and those above it, up to the user's own. */
export function foldersUpTo(folder: string, home: string): string[] {
  const above = dirname(folder);
  return folder === home || above === folder ? [] : [folder, ...foldersUpTo(above, home)];
}

function programsOf(folder: string): string {
  return join(folder, 'node_modules', '.bin');
}
