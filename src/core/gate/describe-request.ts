import { revealLine } from '../text/reveal-text.ts';
import type { ToolChange } from '../tool-call.ts';
import type { Claim, GateRequest } from './gate-request.ts';
import { displayPath, relativeTo } from './workspace-path.ts';

/** What will happen, in one line for people. Nothing that decides over it is hidden. */
export function describeRequest(request: GateRequest, roots: readonly string[]): string {
  return revealLine(describe(request, roots));
}

const CHANGES: Readonly<Record<ToolChange['kind'], string>> = {
  new: ', which is new',
  changed: ', which has changed',
};

function describe(request: GateRequest, roots: readonly string[]): string {
  switch (request.kind) {
    case 'read':
      return `Read ${displayPath(roots, request.path.real)}`;
    case 'edit': {
      const verb = request.diff.oldText === null ? 'Create' : 'Edit';
      return `${verb} ${displayPath(roots, request.path.real)}`;
    }
    case 'shell':
      return describeRun(request.command, request, roots);
    case 'tool':
      return `Call ${request.tool}${request.change === undefined ? '' : CHANGES[request.change.kind]}`;
    case 'sampling':
      return `Let ${request.server} ask your model`;
    case 'claim':
      return describeClaim(request, roots);
  }
}

function describeRun(command: string, request: GateRequest, roots: readonly string[]): string {
  const place = commandPlace(request, roots);
  return place === null ? `Run ${command}` : `Run ${command} (in ${place})`;
}

/** Where a command runs, for people, when that is not the session's own directory; else null. */
export function commandPlace(request: GateRequest, roots: readonly string[]): string | null {
  if (request.kind !== 'shell' && request.kind !== 'claim') return null;
  const cwd = request.kind === 'shell' ? { given: request.cwd, real: request.cwd } : request.cwd;
  if (cwd === undefined) return null;
  if (cwd.real === null) return cwd.given;
  const place = relativeTo(roots.slice(0, 1), cwd.real) ?? cwd.real;
  return place === '.' ? null : place;
}

/** What the claim shows goes before what it says. */
function describeClaim(claim: Claim, roots: readonly string[]): string {
  if (claim.plan !== undefined) return 'Carry out this plan';
  if (claim.command !== undefined) return describeRun(claim.command, claim, roots);
  const [diff] = claim.diffs;
  if (diff === undefined) return claim.title.trim() || `Use a tool (${claim.toolKind})`;
  const [first = diff.path, ...others] = new Set(claim.paths.map((path) => displayPath(roots, path.real)));
  const verb = claim.diffs.every(({ oldText }) => oldText === null) ? 'Create' : 'Edit';
  return `${verb} ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
