import { revealLine } from '../text/reveal-text.ts';
import type { Claim, GateRequest, ResolvedPath } from './gate-request.ts';
import type { ToolChange } from '../tool-call.ts';
import { fileToolOf, isAllowedBy } from './match-rule.ts';
import { escapePattern, parseRule } from './permission-rule.ts';
import { partsOf } from './request-parts.ts';
import { asOneRule } from './rule-list.ts';
import { suggestPattern } from './suggest-pattern.ts';
import { displayPath, relativeTo, withForwardSlashes } from './workspace-path.ts';

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
  const place = placeOf(request, roots);
  return place === null ? `Run ${command}` : `Run ${command} (in ${place})`;
}

/** Where a command runs, for people, when that is not the session's own directory; else null. */
export function placeOf(request: GateRequest, roots: readonly string[]): string | null {
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

/**
 * The narrowest rules that together would allow a request; empty where none can, as for a claim without structured
 * input. They are what "reject for this session" remembers and what a denial without a terminal names.
 */
export function suggestRules(request: GateRequest, roots: readonly string[]): string[] {
  return rulesFor(request, roots, escapePattern);
}

/** As `suggestRules`, but for commands like these as well where that is known to be harmless: what an "always" allows. */
export function suggestLastingRules(request: GateRequest, roots: readonly string[]): string[] {
  // Of a command that is not shown only the rule for all commands would do: nobody wants that by one key.
  const isHidden =
    request.kind === 'claim' && request.toolKind === 'execute' && request.command === undefined;
  return isHidden ? [] : rulesFor(request, roots, suggestPattern);
}

type ToPattern = (command: string) => string;

function rulesFor(request: GateRequest, roots: readonly string[], toPattern: ToPattern): string[] {
  const suggested = new Set<string>();
  for (const part of partsOf(request, roots)) {
    const suggestion = suggestRule(part, roots, toPattern);
    const rule = suggestion === null ? null : asOneRule(suggestion);
    if (rule === null || !isAllowedBy(parseRule(rule), part, roots)) return [];
    suggested.add(rule);
  }
  return [...suggested];
}

function suggestRule(part: GateRequest, roots: readonly string[], toPattern: ToPattern): string | null {
  switch (part.kind) {
    case 'read':
      return pathRule('read_file', part.path, roots);
    case 'edit':
      return pathRule('write_file', part.path, roots);
    case 'shell':
      return shellRule(part.command, toPattern);
    case 'tool':
      return /[\s()]/.test(part.tool) ? null : escapePattern(part.tool);
    case 'sampling':
      return `sampling(${escapePattern(part.server)})`;
    case 'claim': {
      if (part.command !== undefined) return shellRule(part.command, toPattern);
      const tool = fileToolOf(part);
      if (tool === null && part.toolKind === 'execute') return 'shell';
      const [path] = part.paths;
      return tool === null || path === undefined ? null : pathRule(tool, path, roots);
    }
  }
}

function shellRule(command: string, toPattern: ToPattern): string | null {
  return command.trim() === '' ? null : `shell(${toPattern(command)})`;
}

function pathRule(tool: string, path: ResolvedPath, roots: readonly string[]): string {
  const shown = withForwardSlashes(displayPath(roots, path.real));
  return `${tool}(${shown.replace(/[!-+?@[-^`{-~]|^ | $/g, '\\$&')})`;
}
