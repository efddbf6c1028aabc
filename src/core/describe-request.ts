import { cleanLine } from './clean-text.ts';
import type { Claim, GateRequest, ResolvedPath } from './gate-request.ts';
import { pathToolOf, separateCommands } from './match-rule.ts';
import { escapePattern } from './permission-rule.ts';
import { displayPath } from './workspace-path.ts';

/** What will happen, in one line for people. */
export function describeRequest(request: GateRequest, roots: readonly string[]): string {
  switch (request.kind) {
    case 'read':
      return `Read ${displayPath(roots, request.path.real)}`;
    case 'edit': {
      const verb = request.diff.oldText === null ? 'Create' : 'Edit';
      return `${verb} ${displayPath(roots, request.path.real)}`;
    }
    case 'shell':
      return `Run ${cleanLine(request.command)}`;
    case 'tool':
      return `Call ${request.tool}`;
    case 'claim':
      return cleanLine(request.title) || `Use a tool (${request.toolKind})`;
  }
}

/**
 * The narrowest rules that together would allow a request; empty where none can, as for a claim without structured
 * input. They are what "allow for this session" remembers and what a denial without a terminal names.
 */
export function suggestRules(request: GateRequest, roots: readonly string[]): string[] {
  switch (request.kind) {
    case 'read':
      return [pathRule('read_file', request.path, roots)];
    case 'edit':
      return [pathRule('write_file', request.path, roots)];
    case 'shell':
      return shellRules(request.command);
    case 'tool':
      return [request.tool];
    case 'claim':
      return suggestForClaim(request, roots);
  }
}

function suggestForClaim(claim: Claim, roots: readonly string[]): string[] {
  if (claim.command !== undefined) return claim.diffs.length > 0 ? [] : shellRules(claim.command);
  const tool = pathToolOf(claim);
  return tool === null ? [] : [...new Set(claim.paths.map((path) => pathRule(tool, path, roots)))];
}

/** The command lines among several are allowed one by one; what a shell could expand is not allowed by any pattern. */
function shellRules(line: string): string[] {
  return (separateCommands(line) ?? []).map((command) => `shell(${escapePattern(command)})`);
}

function pathRule(tool: string, path: ResolvedPath, roots: readonly string[]): string {
  return `${tool}(${displayPath(roots, path.real).replace(/[*?[\]{}()!+@\\]/g, '\\$&')})`;
}
