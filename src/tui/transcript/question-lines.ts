import { revealText } from '../../core/clean-text.ts';
import type { Claim, GateRequest } from '../../core/gate-request.ts';
import type { Diff } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { changeLines } from './change-lines.ts';
import { diffLines } from './diff-lines.ts';

/** What a request would really do, in full. */
export function questionLines(request: GateRequest): Line[] {
  switch (request.kind) {
    case 'read':
      return [line(span(request.path.real))];
    case 'edit':
      return editLines(request.path.real, request.diff);
    case 'shell':
      return [...commandLines(request.command), line(span(`in ${request.cwd}`, 'dim'))];
    case 'tool':
      return toolLines(request);
    case 'sampling':
      return jsonLines(request.prompt);
    case 'claim':
      return claimLines(request);
  }
}

function toolLines({ tool, args, change }: Extract<GateRequest, { kind: 'tool' }>): Line[] {
  const call = [line(span(tool, 'strong')), ...jsonLines(args)];
  return change === undefined ? call : [...call, ...changeLines(change)];
}

/** What the backend says it would do: its command, its diffs, its paths, or at least what it hands to its tool. */
function claimLines(claim: Claim): Line[] {
  const lines: Line[] = [];
  if (claim.toolName !== undefined) lines.push(line(span(claim.toolName, 'strong')));
  if (claim.command !== undefined) lines.push(...commandLines(claim.command));
  for (const diff of claim.diffs) lines.push(...editLines(diff.path, diff));
  if (claim.diffs.length === 0) lines.push(...claim.paths.map((path) => line(span(path.real))));
  const told = claim.command !== undefined || claim.diffs.length > 0;
  return told || claim.input === undefined ? lines : [...lines, ...jsonLines(claim.input)];
}

function editLines(path: string, diff: Diff): Line[] {
  return [line(span(path, 'dim')), ...diffLines(diff)];
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
