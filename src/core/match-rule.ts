import picomatch from 'picomatch';
import type { Claim, GateRequest, ResolvedPath } from './gate-request.ts';
import { isRecord } from './json.ts';
import { matchesPattern, type PermissionRule } from './permission-rule.ts';
import { readShellLine, suspiciousReadings } from './shell-line.ts';
import { relativeTo } from './workspace-path.ts';

/**
 * Whether an allowing rule covers the whole of a request. Strict: what cannot be read off the request is not covered,
 * and a claim is only covered through its structured input, never through its title.
 */
export function isAllowedBy(rule: PermissionRule, request: GateRequest, roots: readonly string[]): boolean {
  switch (request.kind) {
    case 'read':
      return coversPath(rule, 'read_file', request.path, roots);
    case 'edit':
      return coversPath(rule, 'write_file', request.path, roots);
    case 'shell':
      return coversShell(rule, request.command);
    case 'tool':
      return matchesPattern(rule.tool, request.tool) && coversArguments(rule.argument, request.args);
    case 'claim':
      return coversClaim(rule, request, roots);
  }
}

function coversClaim(rule: PermissionRule, claim: Claim, roots: readonly string[]): boolean {
  if (rule.tool === '*' && rule.argument === null) return true;
  if (claim.command !== undefined) return claim.diffs.length === 0 && coversShell(rule, claim.command);
  const tool = pathToolOf(claim);
  return (
    tool !== null &&
    claim.paths.length > 0 &&
    claim.paths.every((path) => coversPath(rule, tool, path, roots))
  );
}

/** The file tool a claim amounts to, from its diffs and its kind; null when it is neither a change nor a reading. */
export function pathToolOf(claim: Claim): 'read_file' | 'write_file' | null {
  const { toolKind, diffs } = claim;
  if (diffs.length > 0 || toolKind === 'edit' || toolKind === 'delete' || toolKind === 'move')
    return 'write_file';
  return toolKind === 'read' || toolKind === 'search' ? 'read_file' : null;
}

function coversShell(rule: PermissionRule, line: string): boolean {
  if (!matchesPattern(rule.tool, 'shell')) return false;
  const { argument } = rule;
  if (argument === null) return true;
  const { commands, opaque, redirects } = readShellLine(line);
  return (
    !opaque &&
    !redirects &&
    commands.length === 1 &&
    commands.every((command) => matchesPattern(argument, command))
  );
}

/** The simple commands of a line, for holding each against a rule of its own; null when the line cannot be read. */
export function separateCommands(line: string): string[] | null {
  const { commands, opaque, redirects } = readShellLine(line);
  return opaque || redirects || commands.length === 0 ? null : commands;
}

function coversPath(
  rule: PermissionRule,
  tool: string,
  path: ResolvedPath,
  roots: readonly string[],
): boolean {
  return (
    matchesPattern(rule.tool, tool) && (rule.argument === null || fitsPath(rule.argument, path.real, roots))
  );
}

function fitsPath(pattern: string, path: string, roots: readonly string[]): boolean {
  const fits = picomatch(pattern.replace(/^\.\//, ''), { dot: true });
  const relative = relativeTo(roots, path);
  return fits(path.replaceAll('\\', '/')) || (relative !== null && fits(relative));
}

function coversArguments(pattern: string | null, args: unknown): boolean {
  if (pattern === null) return true;
  const texts = stringsIn(args);
  const climbs = (text: string) => /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text);
  return texts.length > 0 && texts.every((text) => !climbs(text) && matchesPattern(pattern, text));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a denying or asking rule touches any part of a request. Lenient: in doubt it does. */
export function isTouchedBy(rule: PermissionRule, request: GateRequest, roots: readonly string[]): boolean {
  switch (request.kind) {
    case 'read':
      return touchesPath(rule, 'read_file', request.path, roots);
    case 'edit':
      return touchesPath(rule, 'write_file', request.path, roots);
    case 'shell':
      return touchesShell(rule, request.command);
    case 'tool':
      return matchesPattern(rule.tool, request.tool) && touchesArguments(rule.argument, request.args);
    case 'claim':
      return touchesClaim(rule, request, roots);
  }
}

function touchesClaim(rule: PermissionRule, claim: Claim, roots: readonly string[]): boolean {
  if (claim.toolName !== undefined && matchesPattern(rule.tool, claim.toolName)) {
    if (touchesArguments(rule.argument, claim.input)) return true;
  }
  if (claim.command !== undefined && touchesShell(rule, claim.command)) return true;
  if (claim.toolKind === 'execute' && rule.argument === null && matchesPattern(rule.tool, 'shell'))
    return true;
  const tool = pathToolOf(claim);
  if (claim.paths.length === 0) return tool !== null && matchesPattern(rule.tool, tool);
  return claim.paths.some((path) => touchesPath(rule, tool ?? 'read_file', path, roots));
}

function touchesShell(rule: PermissionRule, line: string): boolean {
  const { argument } = rule;
  if (!matchesPattern(rule.tool, 'shell')) return false;
  return argument === null || suspiciousReadings(line).some((reading) => matchesPattern(argument, reading));
}

/** Whether a rule is about shell commands of some kind, so that an unreadable command line might be one of them. */
export function isAboutShell(rule: PermissionRule): boolean {
  return matchesPattern(rule.tool, 'shell');
}

function touchesPath(
  rule: PermissionRule,
  tool: string,
  path: ResolvedPath,
  roots: readonly string[],
): boolean {
  if (!matchesPattern(rule.tool, tool)) return false;
  const { argument } = rule;
  return (
    argument === null || [path.real, path.given].some((candidate) => fitsPath(argument, candidate, roots))
  );
}

function touchesArguments(pattern: string | null, args: unknown): boolean {
  return pattern === null || stringsIn(args).some((text) => matchesPattern(pattern, text));
}
