import { isAbsolute } from 'node:path';
import type { Claim, ResolvedPath } from '../../core/gate/gate-request.ts';
import { defined, isRecord, recordOf, textOf } from '../../core/json.ts';
import type { Diff, ToolCallPatch } from '../../core/tool-call.ts';
import { commandLineOf } from '../../platform/command-line.ts';
import { filePathOf } from './tool-call.ts';

/** Under these names tools take the paths they touch. */
const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'filepath',
  'absolute_path',
  'notebook_path',
  'target_file',
] as const;
/** Under these the text that goes, and the one that comes in its place. */
const EDIT_KEYS: ReadonlySet<string> = new Set([
  'old_string',
  'new_string',
  'oldString',
  'newString',
  'old_str',
  'new_str',
  'oldText',
  'newText',
]);
/** And those of them that move a file. */
const MOVE_KEYS = [
  'source',
  'source_path',
  'src',
  'from',
  'old_path',
  'oldPath',
  'destination',
  'destination_path',
  'dest',
  'dst',
  'to',
  'new_path',
  'newPath',
  'target',
  'target_path',
] as const;
const COMMAND_KEYS = ['command', 'cmd'] as const;
const ARGUMENT_KEYS = ['args', 'arguments', 'argv'] as const;
/** Under these names, in whatever spelling, they take the directory in which a command runs. */
const DIRECTORY_KEYS: ReadonlySet<string> = new Set([
  'cwd',
  'workdir',
  'workingdir',
  'workingdirectory',
  'workingfolder',
  'currentdir',
  'currentdirectory',
  'currentworkingdirectory',
  'directory',
  'directorypath',
  'dir',
  'dirpath',
  'folder',
  'cd',
  'chdir',
]);
/** And the variables that are set for it. */
const VARIABLE_KEYS: ReadonlySet<string> = new Set([
  'env',
  'envs',
  'envvars',
  'environment',
  'environmentvariables',
]);
/** The editing tools of some models take one of these as `command`, beside a path. */
const EDITOR_COMMANDS: ReadonlySet<unknown> = new Set([
  'view',
  'create',
  'str_replace',
  'insert',
  'undo_edit',
]);

/**
 * An agent's permission request for the gate: what it claims, taken from its structured fields only. The title is
 * carried along for people to read and decides nothing.
 */
export function toClaim(call: Partial<ToolCallPatch>, resolve: (path: string) => ResolvedPath): Claim {
  const { input } = call;
  const shown = (call.content ?? []).flatMap((item) => (item.type === 'diff' ? [item] : []));
  const diffs = (shown.length === 0 ? diffsIn(call) : shown).map(({ path, oldText, newText }) => ({
    path: resolve(path).given,
    oldText,
    newText,
  }));
  const touched = [...diffs.map(({ path }) => path), ...(call.locations ?? []).map(({ path }) => path)];
  const toolKind = call.kind ?? 'other';
  const args = pathsIn(input, toolKind === 'move' ? [...PATH_KEYS, ...MOVE_KEYS] : PATH_KEYS);
  const command = commandIn(input);
  const runs = command !== undefined || toolKind === 'execute';
  return {
    kind: 'claim',
    title: call.title ?? '',
    toolKind,
    paths: [...new Set([...touched, ...args])].map(resolve),
    diffs,
    ...(touched.length === 0 && args.length > 0 ? { pathsAreArguments: true } : {}),
    ...defined({ toolName: call.name, command, cwd: runs ? directoryIn(input, resolve) : undefined, input }),
  };
}

/**
 * The change that the arguments of an edit make, where the agent shows none: a path and the whole content, or what takes the
 * place of what. An argument more could make it another change.
 */
function diffsIn({ input, kind }: Partial<ToolCallPatch>): Diff[] {
  if (kind !== 'edit' || !isRecord(input)) return [];
  const [path, ...others] = pathsIn(input);
  const texts = Object.entries(input).filter(([key]) => !PATH_KEYS.some((known) => known === key));
  const [before, after] = ['old', 'new'].map((word) =>
    texts.find(([key]) => EDIT_KEYS.has(key) && key.startsWith(word)),
  );
  const content = texts.find(([key]) => key === 'content')?.[1];
  if (path === undefined || others.length > 0) return [];
  if (texts.length === 1 && typeof content === 'string') return [{ path, oldText: null, newText: content }];
  const [oldText, newText] = [before?.[1], after?.[1]];
  if (texts.length !== 2 || typeof oldText !== 'string' || typeof newText !== 'string') return [];
  return [{ path, oldText, newText }];
}

/**
 * The directory in a tool's input. Only a whole path says where that is: what `~` or a relative one means is up to the agent,
 * and of two that differ nobody knows which counts.
 */
function directoryIn(input: unknown, resolve: (path: string) => ResolvedPath): Claim['cwd'] {
  if (!isRecord(input)) return undefined;
  const named = Object.entries(input).flatMap(([key, value]) => {
    const isPlace = DIRECTORY_KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, ''));
    return isPlace && !NO_PLACE.has(value) ? [value] : [];
  });
  if (named.length === 0) return undefined;
  const given = [...new Set(named.map(textOfPlace))].join(' or ');
  const [real = null, ...others] = new Set(
    named.map((value) => (isWholePath(value) ? resolve(filePathOf(value)).real : null)),
  );
  return { given, real: others.length === 0 ? real : null };
}

/** What leaves a command where it would run anyway. */
const NO_PLACE: ReadonlySet<unknown> = new Set([undefined, null, '', '.', './']);

function isWholePath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(filePathOf(value)) && !value.includes('\0');
}

function textOfPlace(value: unknown): string {
  return typeof value === 'string' ? filePathOf(value) : JSON.stringify(value);
}

/**
 * The command line in a tool's input. Of two that differ nobody knows which one runs: they are shown both, in a form that no
 * rule for one command fits.
 */
function commandIn(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  const lines = new Set(COMMAND_KEYS.flatMap((key) => lineOf(input[key], input) ?? []));
  const [line, ...others] = lines;
  return others.length === 0 ? line : [...lines].map((one) => `(${one})`).join(' or ');
}

/** A command line, or a program; with or without arguments, variables and a shell beside it. */
function lineOf(command: unknown, input: Record<string, unknown>): string | undefined {
  if (EDITOR_COMMANDS.has(command) && pathsIn(input).length > 0) return undefined;
  const args = ARGUMENT_KEYS.map((key) => input[key]);
  const env = variablesIn(input);
  // A text may be one argument or many.
  const text = args.filter((value) => typeof value === 'string').join(' ');
  if (typeof command === 'string' && text !== '') return `(${command} ${text})`;
  const words = args.flatMap(wordsOf);
  if (typeof command === 'string' && words.length === 0) {
    const shell = textOf(input['shell']) ?? '';
    const isPlain = Object.keys(env).length === 0 && shell === '';
    return isPlain ? command : commandLineOf({ command: shell || '/bin/sh', args: ['-c', command], env });
  }
  const [first, ...rest] = typeof command === 'string' ? [command] : wordsOf(command);
  return first === undefined ? undefined : commandLineOf({ command: first, args: [...rest, ...words], env });
}

/** Variables that are set for a command: by name, as `NAME=value`, or as a list of names and values. */
function variablesIn(input: Record<string, unknown>): Record<string, string> {
  const pairs = Object.entries(input)
    .filter(([key]) => VARIABLE_KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')))
    .flatMap(([, env]) => (isRecord(env) ? Object.entries(env) : [env].flat().flatMap(toVariable)));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value ?? '')]),
  );
}

/** What is none that simse knows is shown as it is, under a name that is none. */
function toVariable(item: unknown): [string, unknown][] {
  if (item === undefined || item === null || item === '') return [];
  const { name, value } = recordOf(item);
  if (typeof name === 'string') return [[name, value]];
  const [, before, after] = (typeof item === 'string' && /^([^=]+)=([^]*)$/.exec(item)) || [];
  return before === undefined ? [['?', item]] : [[before, after]];
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
    : [];
}

function pathsIn(input: unknown, keys: readonly string[] = PATH_KEYS): string[] {
  if (!isRecord(input)) return [];
  return keys
    .map((key) => input[key])
    .filter((path) => typeof path === 'string')
    .filter((path) => path !== '')
    .map(filePathOf);
}
