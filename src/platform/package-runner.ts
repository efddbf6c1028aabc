import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What is started, as an argv. */
export interface Argv {
  command: string;
  args: string[];
}

/** Options of npm that stand for themselves; every other one takes the next word. */
const SWITCHES = new Set(
  `y yes no n q quiet s silent d dd ddd verbose f force offline prefer-offline prefer-online ignore-scripts no-install
  ignore-existing foreground-scripts no-audit no-fund no-update-notifier no-progress include-workspace-root strict-ssl
  no-strict-ssl legacy-peer-deps strict-peer-deps`.split(/\s+/),
);
/** A package that is a folder or file, found from where one stands. */
const LOCAL_PACKAGE = /^(?:\.{0,2}$|\.{1,2}[\\/]|file:(?!\/)|(?!@|\/)[^:]*\.t(?:ar\.)?gz$)/;

/** Goes to the folder first, and leaves word of where it was. */
const OUTER = 'export SIMSE_CWD="$PWD" SIMSE_PATH="$PATH"; cd -- "$1" && shift && exec "$@"';
/**
 * Runs with the package's programs first on PATH. Finds the package's own program where none is named, goes back to where
 * it was and becomes that program, with the PATH of before.
 */
const INNER = `
programs=\${PATH%%:*} program=$1 node=$2 find=$3
shift 3
[ -n "$program" ] || program=$("$node" -e "$find" "$programs") || exit 1
cd -- "$SIMSE_CWD" || exit 1
PATH=$programs:$SIMSE_PATH INIT_CWD=$SIMSE_CWD npm_config_local_prefix=$SIMSE_CWD
export PATH INIT_CWD npm_config_local_prefix
unset SIMSE_CWD SIMSE_PATH
exec "$program" "$@"`;
/** Prints which program of the one package that was installed npx would take. */
const FIND = `
const { join } = require('path');
const modules = join(process.argv[1], '..');
const [name] = Object.keys(require(join(modules, '..', 'package.json')).dependencies);
const { bin = {} } = require(join(modules, name, 'package.json'));
const own = name.replace(/^@[^/]*[/]/, '');
const names = typeof bin === 'string' ? [own] : Object.keys(bin);
const found = names.includes(own) ? own : new Set(Object.values(bin)).size === 1 ? names[0] : null;
if (!found) throw new Error(name + ' does not say which of its programs to run');
console.log(join(process.argv[1], found));`;

/**
 * A command that fetches a package and runs it (npx, npm exec, pnpm dlx), so that it looks for the package in \`folder\` and the
 * program runs where the command was started; null for any other. Where it is started it would take what lies
 * there: programs in node_modules/.bin, \`node\` among them, and the registry, shell and options that .npmrc names.
 */
export function runFromFolder({ command, args }: Argv, folder: string): Argv | null {
  const run = process.platform === 'win32' ? null : parseRun(command, args);
  if (run === null) return null;
  const { launcher, program, rest } = run;
  const inner = ['/bin/sh', '-c', INNER, 'sh', program, process.execPath, FIND, ...rest];
  return { command: '/bin/sh', args: ['-c', OUTER, 'sh', folder, command, ...launcher, ...inner] };
}

/** Makes the folder, with what keeps npm from looking above it. */
export function createPackageFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
}

interface Run {
  /** The launcher's own arguments, which name the package. */
  launcher: string[];
  /** '' for the package's own. */
  program: string;
  rest: string[];
}

function parseRun(command: string, args: readonly string[]): Run | null {
  const [first = '', ...rest] = args;
  switch (basename(command)) {
    case 'npx':
      return parseNpm([], args);
    case 'npm':
      return first === 'exec' || first === 'x' ? parseNpm([first], inOrder(rest)) : null;
    case 'pnpx':
      return parsePnpm(['dlx'], args);
    case 'pnpm':
      return first === 'dlx' ? parsePnpm(['dlx'], rest) : null;
    default:
      return null;
  }
}

function parseNpm(head: string[], args: readonly string[]): Run | null {
  const { options, packages, line, words } = readOptions(args);
  const [first, ...rest] = words;
  const isNamed = packages.length > 0;
  if (packages.some(isLocal)) return null;
  if (line !== null) {
    const launcher = [...head, ...options, '--'];
    return isNamed ? { launcher, program: '/bin/sh', rest: ['-c', line, ...words] } : null;
  }
  if (first === undefined) return null;
  if (isNamed) return { launcher: [...head, ...options, '--'], program: first, rest };
  return isLocal(first)
    ? null
    : { launcher: [...head, ...options, `--package=${first}`, '--'], program: '', rest };
}

/** pnpm takes what follows the first word for that program's, whatever it is. */
function parsePnpm(head: string[], args: readonly string[]): Run | null {
  const { options, packages, words } = readOptions(args);
  const [first, ...rest] = words;
  if (first === undefined || packages.some(isLocal)) return null;
  if (packages.length > 0) return { launcher: [...options, ...head], program: first, rest };
  return isLocal(first) ? null : { launcher: [...options, `--package=${first}`, ...head], program: '', rest };
}

function isLocal(spec: string): boolean {
  return LOCAL_PACKAGE.test(spec);
}

interface Options {
  /** All but a line for the shell. */
  options: string[];
  packages: string[];
  line: string | null;
  words: readonly string[];
}

/** The options up to the first word, or up to `--`. */
function readOptions(args: readonly string[]): Options {
  const read: Options = { options: [], packages: [], line: null, words: [] };
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-') || arg === '--') break;
    const [, key = '', written] = /^-+([^=]*)(?:=([^]*))?$/.exec(arg) ?? [];
    const takesNext = written === undefined && !SWITCHES.has(key);
    const value = written ?? (takesNext ? (args[at + 1] ?? '') : '');
    if (takesNext) at += 1;
    if (key === 'c' || key === 'call') read.line = value;
    else if (key === 'p' || key === 'package') {
      read.packages.push(value);
      read.options.push(`--package=${value}`);
    } else read.options.push(arg, ...(takesNext ? [value] : []));
  }
  return { ...read, words: args.slice(args[at] === '--' ? at + 1 : at) };
}

/** npm, unlike npx, takes options behind the first word for its own, up to `--`. */
function inOrder(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const options: string[] = [];
  const words: string[] = [];
  for (let rest = before; rest.length > 0; ) {
    const { options: some, line, words: after } = readOptions(rest);
    options.push(...some, ...(line === null ? [] : [`--call=${line}`]));
    words.push(...after.slice(0, 1));
    rest = after.slice(1);
  }
  return [...options, '--', ...words, ...(end < 0 ? [] : args.slice(end + 1))];
}
