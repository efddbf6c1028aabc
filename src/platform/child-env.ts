import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * What a program needs to find itself at home: who and where it is, its language, the proxy and the certificates.
 * Everything else, tokens above all, stays with simse.
 */
const INHERITED = new Set(
  `HOME LOGNAME USER PATH SHELL TERM TMPDIR TZ LANG LANGUAGE
  APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES
  SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/),
);
const INHERITED_PREFIXES = ['LC_', 'XDG_'];

/** The environment of a child that must not see simse's secrets: the allow-list of `processEnv`, then `extra`. */
export function childEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) {
    // A value that starts so is an exported shell function, which a shell started later would run.
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...extra };
}

/** Every variable that is set: the environment of an agent, which is the user's own program. */
export function wholeEnvironment(
  processEnv: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv)) if (value !== undefined) env[name] = value;
  return { ...env, ...extra };
}

/** Windows and the proxy variables spell names in either case. */
function isInherited(name: string): boolean {
  const upper = name.toUpperCase();
  return INHERITED.has(upper) || INHERITED_PREFIXES.some((prefix) => upper.startsWith(prefix));
}

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
