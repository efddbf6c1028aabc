import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import type { Claim, GateRequest, PermissionQuestion } from '../../core/gate/gate-request.ts';
import type { Diff } from '../../core/tool-call.ts';
import { unifiedDiff } from '../export/unified-diff.ts';

const MAX_CHARS = 8000;

/** A permission question as one text, with what will run: whoever answers it may see nothing else. */
export function questionText({ askedBy, title, request }: PermissionQuestion): string {
  const details = detailsOf(request);
  const hidden = details.length - MAX_CHARS;
  const shown = hidden > 0 ? `${details.slice(0, MAX_CHARS)}\n… ${hidden} more characters` : details;
  return [revealLine(`${askedBy} asks: ${title}`), ...(shown === '' ? [] : ['', shown])].join('\n');
}

function detailsOf(request: GateRequest): string {
  switch (request.kind) {
    case 'read':
      return revealText(request.path.real);
    case 'edit':
      return diffText({ ...request.diff, path: request.path.real });
    case 'shell':
      return revealText(`${request.command}\n\nin ${request.cwd}`);
    case 'tool':
      return asJson(request.args);
    case 'sampling':
      return revealText(request.prompt);
    case 'claim':
      return claimText(request);
  }
}

function claimText({ plan, command, diffs, paths, input }: Claim): string {
  const parts = [
    ...(plan === undefined ? [] : [revealText(plan)]),
    ...(command === undefined ? [] : [revealText(command)]),
    ...paths.map(({ real }) => revealText(real)),
    ...diffs.map(diffText),
    ...(input === undefined || plan !== undefined ? [] : [asJson(input)]),
  ];
  return parts.join('\n');
}

function diffText(diff: Diff): string {
  return [revealText(diff.path), ...unifiedDiff(diff)].join('\n');
}

function asJson(value: unknown): string {
  return revealText(JSON.stringify(value, null, 2) ?? '');
}
