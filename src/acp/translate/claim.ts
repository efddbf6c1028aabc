import type { Claim, ResolvedPath } from '../../core/gate-request.ts';
import { isRecord } from '../../core/json.ts';
import type { ToolCallPatch } from '../../core/tool-call.ts';
import { commandLineOf } from '../../platform/shell-command.ts';
import { defined } from '../../core/read-fields.ts';
import { filePathOf } from './file-path.ts';

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
const COMMAND_KEYS = ['command', 'cmd'] as const;
/** The editing tools of some models take one of these as `command`, beside a path. */
const EDITOR_COMMANDS: ReadonlySet<unknown> = new Set([
  'view',
  'create',
  'str_replace',
  'insert',
  'undo_edit',
]);

/**
 * A backend's permission request for the gate: what it claims, taken from its structured fields only. The title is
 * carried along for people to read and decides nothing.
 */
export function toClaim(call: Partial<ToolCallPatch>, resolve: (path: string) => ResolvedPath): Claim {
  const { input } = call;
  const diffs = (call.content ?? []).flatMap((item) =>
    item.type === 'diff'
      ? [{ path: resolve(item.path).given, oldText: item.oldText, newText: item.newText }]
      : [],
  );
  const named = [
    ...diffs.map(({ path }) => path),
    ...(call.locations ?? []).map(({ path }) => path),
    ...pathsIn(input),
  ];
  return {
    kind: 'claim',
    title: call.title ?? '',
    toolKind: call.kind ?? 'other',
    paths: [...new Set(named)].map(resolve),
    diffs,
    ...defined({ toolName: call.name, command: commandIn(input), input }),
  };
}

/** The command line in a tool's input: a text, or a list of words, with or without `args` beside it. */
function commandIn(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  const command = COMMAND_KEYS.map((key) => input[key]).find((value) => value !== undefined);
  if (EDITOR_COMMANDS.has(command) && pathsIn(input).length > 0) return undefined;
  const args = wordsOf(input['args']);
  if (typeof command === 'string') {
    return args.length === 0 ? command : commandLineOf({ command, args });
  }
  const [first, ...rest] = wordsOf(command);
  return first === undefined ? undefined : commandLineOf({ command: first, args: [...rest, ...args] });
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
    : [];
}

function pathsIn(input: unknown): string[] {
  if (!isRecord(input)) return [];
  return PATH_KEYS.map((key) => input[key])
    .filter((path) => typeof path === 'string')
    .filter((path) => path !== '')
    .map(filePathOf);
}
