import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { isInside } from '../core/workspace-path.ts';
import { foldersUpTo } from '../platform/own-path.ts';
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
  ['npm', /^(?:run|run-script|start|test|restart|stop|explore)$/],
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
  ['make', /^/],
  ['just', /^/],
  ['task', /^/],
]);
const INTERPRETER =
  /^(?:node|nodejs|tsx|ts-node|deno|bun|python[\d.]*|ruby|perl|php|lua|(?:ba|da|z|k|a)?sh|fish|pwsh)$/;
/** Options of an interpreter whose next word is code or a module to load, not a script. */
const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file)$/;
const CODE = /^(?:-e|--eval|-p|--print|-[a-z]*c|-m|-Command)$/;

/** What starts another program, which its arguments name; and what in them means that the project is asked. */
const WRAPPER =
  /^(?:env|nice|nohup|time|timeout|stdbuf|setsid|exec|command|sudo|doas|xargs|mise|asdf|volta|fnm|direnv|cmd)$/;
const SHELL = /^(?:(?:ba|da|z|k|a)?sh|fish|pwsh|powershell)$/;
const ASKS_PROJECT =
  /(?:^|[\s"'`=;&|(/\\])(?:npx|npm|pnpx?|yarn|bunx?|uvx?|pipx|poetry|deno|make|just|cargo|go|node_modules|\.{1,2}[\\/])/;

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
export function isDecidedByProject({ command, args, cwd: written }: Entry, { cwd, home }: Place): boolean {
  if (written !== undefined && isAbsolute(written) && !isInside([cwd], written)) return false;
  if (command.includes('/') && !isAbsolute(command) && !command.startsWith('${')) return true;
  const name = basename(command).replace(/\.(?:exe|cmd)$/i, '');
  const [first = ''] = args;
  if (PROJECT_RUNNERS.get(name)?.test(first) === true) return true;
  if (WRAPPER.test(name) || (SHELL.test(name) && args.some((arg) => CODE.test(arg))))
    return ASKS_PROJECT.test(args.join(' '));
  const launcher = launcherOf(name, args);
  if (launcher !== null) return foldersUpTo(cwd, home).some((folder) => decidesFor(launcher, folder, args));
  if (INTERPRETER.test(name)) return runsRelative(args);
  if (['npx', 'npm', 'pnpm', 'pnpx'].includes(name)) {
    const fetches = name === 'npx' || name === 'pnpx' || ['exec', 'x', 'dlx'].includes(first);
    return fetches && runFromFolder({ command: name, args: [...args] }, '/') === null;
  }
  return false;
}

/** Whether an interpreter is given a script or module that it finds from where it stands. */
function runsRelative(args: readonly string[]): boolean {
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? '';
    if (LOADS.test(before)) {
      if (!isAbsolute(arg) && !/^(?:node|data):/.test(arg)) return true;
    } else if (CODE.test(arg)) return false;
    else if (!arg.startsWith('-')) return !isAbsolute(arg) && !/^(?:\$\{|[a-z]+:)/.test(arg);
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
