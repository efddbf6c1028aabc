import { revealText } from '../../core/reveal-text.ts';
import type { Claim, GateRequest, PermissionQuestion, ResolvedPath } from '../../core/gate-request.ts';
import type { Diff } from '../../core/tool-call.ts';
import { displayPath } from '../../core/workspace-path.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { changeLines } from './change-lines.ts';
import { diffLines } from './diff-lines.ts';
import { directoryLine, pathLine } from './place-lines.ts';

/** What is asked about, and the workspace it is asked in. */
export type Asked = Pick<PermissionQuestion, 'request' | 'roots'>;

/** What a request would really do, in full. */
export function questionLines({ request, roots = [] }: Asked): Line[] {
  switch (request.kind) {
    case 'read':
      return [pathLine(request.path, roots)];
    case 'edit':
      return editLines(request.path, request.diff, roots);
    case 'shell':
      return [...commandLines(request.command), directoryLine(request.cwd, roots)];
    case 'tool':
      return toolLines(request);
    case 'sampling':
      return jsonLines(request.prompt);
    case 'claim':
      return claimLines(request, roots);
  }
}

function toolLines({ tool, args, change }: Extract<GateRequest, { kind: 'tool' }>): Line[] {
  const call = [line(span(tool, 'strong')), ...jsonLines(args)];
  return change === undefined ? call : [...call, ...changeLines(change)];
}

/** What the backend says it would do: its command, its diffs, its paths, or at least what it hands to its tool. */
function claimLines(claim: Claim, roots: readonly string[]): Line[] {
  const { toolName, command, diffs, input } = claim;
  const lines = [
    ...(command === undefined ? [] : commandLines(command)),
    ...diffs.flatMap((diff) => editLines(resolved(claim, diff), diff, roots)),
    ...(diffs.length === 0 ? placesOf(claim, roots).map((path) => pathLine(path, roots)) : []),
    ...(command === undefined && diffs.length === 0 && input !== undefined ? jsonLines(input) : []),
  ];
  if (toolName === undefined) return lines;
  // Beside the file it changes, which takes no row of its own then.
  return command === undefined && diffs.length > 0
    ? indentLines(lines, [span(toolName, 'strong'), span(' ')], [])
    : [line(span(toolName, 'strong')), ...lines];
}

/** The paths that it names; that a command runs in the working directory goes without saying. */
function placesOf({ command, paths }: Claim, roots: readonly string[]): ResolvedPath[] {
  if (command === undefined) return paths;
  return paths.filter(({ real }) => displayPath(roots.slice(0, 1), real) !== '.');
}

function editLines(path: ResolvedPath, diff: Diff, roots: readonly string[]): Line[] {
  const changes = diffLines(diff);
  const none = line(span('Nothing in it would change.', 'dim'));
  return [pathLine(path, roots), ...(changes.length === 0 ? [none] : changes)];
}

/** Where a diff's path leads. */
function resolved({ paths }: Claim, { path }: Diff): ResolvedPath {
  return paths.find(({ given }) => given === path) ?? { given: path, real: path };
}

function commandLines(command: string): Line[] {
  const lines = revealText(command)
    .split('\n')
    .map((text) => verbatimLine(span(text, 'strong')));
  return indentLines(lines, [span('$ ', 'accent')]);
}

function jsonLines(value: unknown): Line[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return revealText(text)
    .split('\n')
    .map((part) => verbatimLine(span(part)));
}
