import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../core/gate/workspace-path.ts';
import { foldersUpTo } from '../platform/child-env.ts';
import { runFromFolder } from '../platform/package-runner.ts';

interface Entry {
  command: string;
  args: readonly string[];
  cwd?: string;
}

interface Place {
  cwd: string;
  home: string;
}

/** What runs something that the folder it stands in defines. */
const PROJECT_RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:run|run-script|rum|urn|start|test|tst|t|restart|stop|explore|init|create)$/],
  ['pnpm', /^(?!dlx$)/],
  ['yarn', /^(?!dlx$)/],
  ['bun', /^(?!x$)/],
  ['uv', /^run$/],
  ['poetry', /^run$/],
  ['pipenv', /^run$/],
  ['cargo', /^(?:run|r)$/],
  ['go', /^run$/],
  ['dotnet', /^(?:run|watch)$/],
  ['deno', /^(?:task|start)$/],
  ['docker', /^compose$/],
  ['make', /^/],
  ['just', /^/],
  ['task', /^/],
]);
/** An absolute folder that these go to first, so that the project has no say. */
const GOES_TO: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:-C|--prefix)$/],
  ['pnpm', /^(?:-C|--dir)$/],
  ['uv', /^--directory$/],
  ['poetry', /^(?:-C|--directory)$/],
  ['make', /^(?:-C|--directory)$/],
]);
const INTERPRETER =
  /^(?:node|nodejs|tsx|ts-node|deno|bun|python[\d.]*|ruby|perl|php|lua|(?:ba|da|z|k|a)?sh|fish|pwsh)$/;
/** Options of an interpreter whose next word is code or a module to load, not a script. */
const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--run)$/;
const CODE = /^(?:-e|--eval|-p|--print|-[a-z]*c|-m|-Command)$/;

/** What starts another program, which its arguments name. */
const WRAPPER =
  /^(?:env|nice|nohup|time|timeout|stdbuf|setsid|exec|command|sudo|doas|xargs|mise|asdf|volta|fnm|direnv|cmd)$/;
const SHELL = /^(?:(?:ba|da|z|k|a)?sh|fish|pwsh|powershell)$/;
/** Goes to a folder first, and nowhere on if that fails. */
const GOES_AWAY = /^\s*cd\s+(?:--\s+)?(["']?)(?<folder>\/[^\s"'$`*?;&|()<>\\]*)\1\s*&&[^;|\n]*$/;

/** Where a project has files by which these choose what they fetch, or run something else in its place. */
const LOOKED_AT: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ['bunx', (name) => /^(?:node_modules|bunfig\.toml|\.npmrc|\.env.*)$/.test(name)],
  ['yarn', (name) => /^(?:\.yarnrc(?:\.yml)?|\.yarn|\.pnp\..*|package\.json|\.npmrc)$/.test(name)],
  ['deno', (name) => /^(?:deno\.jsonc?|package\.json|node_modules|\.npmrc)$/.test(name)],
  ['pipx', (name) => name === '__pypackages__'],
  ['uvx', (name) => /^(?:uv\.toml|\.python-versions?)$/.test(name)],
]);

/**
 * Whether the project that simse runs in decides what an entry of the user's own runs: a path that is not absolute, a script
 * or package named so, a script of the project's, or a launcher that reads the project's files and finds some.
 */
export function isDecidedByProject({ command, args, cwd: written }: Entry, place: Place): boolean {
  if (written !== undefined && isElsewhere(written, place)) return false;
  if (command.includes('/') && !isAbsolute(command) && !command.startsWith('${')) return true;
  return decides(command, args, place, 'itself');
}

/** Only what simse starts itself has its packages looked for elsewhere. */
function decides(
  command: string,
  args: readonly string[],
  place: Place,
  starter: 'itself' | 'other',
): boolean {
  const name = basename(command).replace(/\.(?:exe|cmd)$/i, '');
  if (goesElsewhere(name, args, place)) return false;
  const [first = ''] = args;
  const verbs = [first, ...verbsBehindOptions(args)];
  if (verbs.some((verb) => PROJECT_RUNNERS.get(name)?.test(verb) === true)) return true;
  // The words behind one that stands in such words are looked at with them.
  if (WRAPPER.test(name) || (SHELL.test(name) && args.some((arg) => CODE.test(arg))))
    return starter === 'itself' && lineDecides(args, place);
  const folders = foldersUpTo(place.cwd, place.home);
  const launcher = launcherOf(name, args);
  if (launcher !== null) return folders.some((folder) => decidesFor(launcher, folder, args));
  if (isTsx(name, args) && folders.some((folder) => existsSync(join(folder, 'tsconfig.json')))) return true;
  if (INTERPRETER.test(name)) return runsRelative(args);
  if (!['npx', 'npm', 'pnpm', 'pnpx'].includes(name)) return false;
  const fetches = name.endsWith('x') || verbs.some((verb) => ['exec', 'x', 'dlx'].includes(verb));
  return fetches && (starter === 'other' || runFromFolder({ command: name, args: [...args] }, '/') === null);
}

/** As good as it can be told from a shell's text, whose words variables and quotes may hide. */
function lineDecides(args: readonly string[], place: Place): boolean {
  const goesTo = args.map((arg) => GOES_AWAY.exec(arg)?.groups?.['folder']).find((folder) => folder);
  if (goesTo !== undefined && isElsewhere(goesTo, place)) return false;
  const text = args.join(' ');
  if (/(?:^|[;&|(\s])(?:\.|source)\s+(?!["']?[/$~])/.test(text)) return true;
  const words = text.split(/[\s"'`;&|(){}<>=]+/).filter(Boolean);
  return words.some(
    (word, index) =>
      /^\.{1,2}[\\/]/.test(word) ||
      word.includes('node_modules') ||
      decides(word, words.slice(index + 1), place, 'other'),
  );
}

function isElsewhere(folder: string, { cwd }: Place): boolean {
  return isAbsolute(folder) && !isInside([cwd], resolve(folder));
}

function goesElsewhere(name: string, args: readonly string[], place: Place): boolean {
  const option = GOES_TO.get(name);
  const at = args.findIndex((arg) => option?.test(arg.split('=', 1)[0] ?? '') === true);
  const [, written] = /^[^=]*=([^]*)$/.exec(args[at] ?? '') ?? [];
  return at >= 0 && isElsewhere(written ?? args[at + 1] ?? '', place);
}

/** What may be a launcher's verb where options stand before it, the last of which may take a word. */
function verbsBehindOptions(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  return at > 0 ? args.slice(at, at + 2) : [];
}

/** It maps what a script imports by the tsconfig.json where it stands, also for a script elsewhere. */
function isTsx(name: string, args: readonly string[]): boolean {
  return (
    (name === 'tsx' || /^(?:npx|npm|pnpm|pnpx|bunx)$/.test(name)) &&
    [name, ...args].some((arg) => /^tsx(?:@.*)?$/.test(arg)) &&
    !args.some((arg) => arg.startsWith('--tsconfig'))
  );
}

/** Whether an interpreter is given a script or module that it finds from where it stands. */
function runsRelative(args: readonly string[]): boolean {
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? '';
    const [, option = '', written] = /^(--[\w-]+)=([^]*)$/.exec(arg) ?? [];
    const loaded = LOADS.test(before) ? arg : LOADS.test(option) ? written : undefined;
    if (loaded !== undefined) {
      if (!isAbsolute(loaded) && !/^(?:\$\{|node:|data:|file:\/\/\/)/.test(loaded)) return true;
    } else if (CODE.test(arg)) return false;
    else if (!arg.startsWith('-')) return !isAbsolute(arg) && !/^(?:\$|[a-z]+:)/.test(arg);
  }
  return false;
}

function launcherOf(name: string, args: readonly string[]): string | null {
  const [first = '', ...rest] = args;
  const [second = ''] = rest;
  if (name === 'bunx' || (name === 'bun' && first === 'x')) return 'bunx';
  if (name === 'uvx' || (name === 'uv' && first === 'tool' && second === 'run')) return 'uvx';
  if (name === 'yarn' && first === 'dlx') return 'yarn';
  const isFetched = rest.some((arg) => /^(?:npm|jsr|https?):/.test(arg));
  if (name === 'deno' && isFetched) return 'deno';
  return name === 'pipx' && first === 'run' ? 'pipx' : null;
}

function decidesFor(launcher: string, folder: string, args: readonly string[]): boolean {
  const isLookedAt = LOOKED_AT.get(launcher);
  if (namesIn(folder).some((name) => isLookedAt?.(name) === true)) return true;
  // pipx runs a file of that name, where there is one.
  if (launcher === 'pipx') return args.slice(1).some((arg) => existsSync(join(folder, arg)));
  return launcher === 'uvx' && /uv|\\u/i.test(textOf(join(folder, 'pyproject.toml')));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // What may not be read here is not read by a launcher either.
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
