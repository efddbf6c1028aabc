import { revealLine, revealText } from '../../core/reveal-text.ts';
import type { Claim, GateRequest, PermissionQuestion } from '../../core/gate-request.ts';
import type { Diff } from '../../core/tool-call.ts';
import { unifiedDiff } from '../export/unified-diff.ts';

const MAX_CHARS = 8000;

/** A permission question as one text, with what will run: whoever answers it may see nothing else. */
export function questionText({ askedBy, title, request }: PermissionQuestion): string {
  const details = revealText(detailsOf(request));
  const hidden = details.length - MAX_CHARS;
  const shown = hidden > 0 ? `${details.slice(0, MAX_CHARS)}\n… ${hidden} more characters` : details;
  return [revealLine(`${askedBy} asks: ${title}`), ...(shown === '' ? [] : ['', shown])].join('\n');
}

function detailsOf(request: GateRequest): string {
  switch (request.kind) {
    case 'read':
      return request.path.real;
    case 'edit':
      return diffText({ ...request.diff, path: request.path.real });
    case 'shell':
      return `${request.command}\n\nin ${request.cwd}`;
    case 'tool':
      return asJson(request.args);
    case 'sampling':
      return request.prompt;
    case 'claim':
      return claimText(request);
  }
}

function claimText({ command, diffs, paths, input }: Claim): string {
  const parts = [
    ...(command === undefined ? [] : [command]),
    ...paths.map(({ real }) => real),
    ...diffs.map(diffText),
    ...(input === undefined ? [] : [asJson(input)]),
  ];
  return parts.join('\n');
}

function diffText(diff: Diff): string {
  return [diff.path, ...unifiedDiff(diff)].join('\n');
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
