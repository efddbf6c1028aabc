import { exceedsPattern } from './exceeds-pattern.ts';
import type { Claim, GateRequest, ResolvedPath } from './gate-request.ts';
import { coversArguments, coversPath, touchesArguments, touchesPath } from './match-arguments.ts';
import {
  couldMatchPattern,
  matchesPattern,
  ownToolName,
  type PermissionRule,
  toolNames,
} from './permission-rule.ts';
import { scanShellLine } from './scan-shell.ts';
import { suspiciousReadings } from './shell-readings.ts';
import { isInside, isWindowsPath, reachesGuarded } from './workspace-path.ts';

type FileTool = 'read_file' | 'write_file';

/** What the Windows shell acts on even inside the quotes of a POSIX shell. */
const WINDOWS_SHELL_MARKS = /[&|<>^%!()\n]/;

/**
 * Whether an allowing rule covers the whole of a request. Strict: what cannot be read off the request is not covered,
 * and a claim is only covered through its structured input, never through its title.
 */
export function isAllowedBy(rule: PermissionRule, request: GateRequest, roots: readonly string[]): boolean {
  switch (request.kind) {
    case 'read':
      return coversFile(rule, 'read_file', request.path, roots);
    case 'edit':
      return coversFile(rule, 'write_file', request.path, roots);
    case 'shell':
      return (
        coversShell(rule, request.command, roots) && (rule.argument === null || isInside(roots, request.cwd))
      );
    case 'tool':
      return (
        matchesPattern(rule.tool, request.tool) &&
        (rule.argument === null || coversArguments(rule.argument, request.args))
      );
    case 'sampling':
      return isAboutSampling(rule, request.server);
    case 'claim':
      return coversClaim(rule, request, roots);
  }
}

/** `sampling`, or `sampling(server)`. */
function isAboutSampling(rule: PermissionRule, server: string): boolean {
  const { tool, argument } = rule;
  return matchesPattern(tool, 'sampling') && (argument === null || matchesPattern(argument, server));
}

function coversClaim(rule: PermissionRule, claim: Claim, roots: readonly string[]): boolean {
  if (rule.tool === '*' && rule.argument === null) return true;
  const tool = fileToolOf(claim);
  if (claim.command !== undefined) {
    if (rule.argument !== null && !runsInside(claim, roots)) return false;
    return tool !== 'write_file' && coversShell(rule, claim.command, roots);
  }
  // A command that is not told is only covered by a rule that allows them all.
  if (claim.toolKind === 'execute' && tool === null) {
    return rule.argument === null && matchesPattern(rule.tool, 'shell');
  }
  return (
    tool !== null &&
    claim.paths.length > 0 &&
    claim.paths.every((path) => coversFile(rule, tool, path, roots))
  );
}

/** Whether a command that is claimed runs in the workspace, as far as the claim says. */
function runsInside({ cwd }: Claim, roots: readonly string[]): boolean {
  return cwd === undefined || (cwd.real !== null && isInside(roots, cwd.real));
}

/** The file tool a claim amounts to, from its diffs and its kind; null when it is neither a change nor a reading. */
export function fileToolOf({ toolKind, diffs }: Claim): FileTool | null {
  if (diffs.length > 0 || toolKind === 'edit' || toolKind === 'delete' || toolKind === 'move') {
    return 'write_file';
  }
  return toolKind === 'read' || toolKind === 'search' ? 'read_file' : null;
}

function coversShell(rule: PermissionRule, line: string, roots: readonly string[]): boolean {
  const { argument } = rule;
  if (!matchesPattern(rule.tool, 'shell')) return false;
  if (argument === null) return true;
  if (roots.some(isWindowsPath) && WINDOWS_SHELL_MARKS.test(line)) return false;
  const { commands, opaque, redirects } = scanShellLine(line);
  const [command, ...others] = commands;
  if (command === undefined || others.length > 0 || opaque || redirects) return false;
  return matchesPattern(argument, command.text) && !exceedsPattern(command, argument);
}

/** A pattern reaches into guarded folders only when it names them. */
function coversFile(
  rule: PermissionRule,
  tool: FileTool,
  path: ResolvedPath,
  roots: readonly string[],
): boolean {
  const { argument } = rule;
  if (!matchesPattern(rule.tool, tool)) return false;
  if (argument === null) return true;
  if ((tool === 'write_file' || path.guard === 'own') && !reachesGuarded(argument, path)) return false;
  return coversPath(argument, path, roots);
}

/** Whether a denying or asking rule touches any part of a request. Lenient: the first likeness will do. */
export function isTouchedBy(rule: PermissionRule, request: GateRequest, roots: readonly string[]): boolean {
  switch (request.kind) {
    case 'read':
      return touchesFile(rule, 'read_file', request.path, roots);
    case 'edit':
      return touchesFile(rule, 'write_file', request.path, roots);
    case 'shell':
      return touchesShell(rule, request.command);
    case 'tool':
      return touchesTool(rule, request.tool, request.args);
    case 'sampling':
      return isAboutSampling(rule, request.server);
    case 'claim':
      return touchesClaim(rule, request, roots);
  }
}

function touchesClaim(rule: PermissionRule, claim: Claim, roots: readonly string[]): boolean {
  if (toolNames(claim.toolName ?? '').some((name) => touchesTool(rule, name, claim.input))) return true;
  if (claim.command !== undefined && touchesShell(rule, claim.command)) return true;
  if (rule.argument === null && matchesPattern(rule.tool, toolOf(claim) ?? '')) return true;
  return fileToolsOf(claim).some((tool) => claim.paths.some((path) => touchesFile(rule, tool, path, roots)));
}

/** Whether a denying or asking rule may be about a part of a request that cannot be read off it. */
export function mayBeTouchedBy(rule: PermissionRule, request: GateRequest): boolean {
  if (request.kind !== 'shell' && request.kind !== 'claim') return false;
  if (request.command !== undefined) return mayTouchShell(rule, request.command);
  return request.kind === 'claim' && mayTouchClaim(rule, request);
}

/** For a claim without a command: it may be one all the same, or touch paths that it does not name. */
function mayTouchClaim(rule: PermissionRule, claim: Claim): boolean {
  const isAbout = (tool: string) => matchesPattern(rule.tool, tool);
  const tool = toolOf(claim);
  if (tool !== null) return (tool === 'shell' || claim.paths.length === 0) && isAbout(tool);
  const isUnknown = claim.toolKind === 'other' && claim.toolName === undefined;
  return isUnknown && ['shell', 'read_file', 'write_file'].some(isAbout);
}

/** Which of simse's own tools a claim amounts to; null when it is none of them, or does not say. */
function toolOf(claim: Claim): FileTool | 'shell' | null {
  const isShell = claim.toolKind === 'execute' || ownToolName(claim.toolName ?? '') === 'shell';
  return isShell ? 'shell' : fileToolOf(claim);
}

/** The file tools whose rules a claim's paths are held against: a move, and what is neither, may read and write. */
function fileToolsOf(claim: Claim): FileTool[] {
  const tool = claim.toolKind === 'move' ? null : fileToolOf(claim);
  return tool === null ? ['read_file', 'write_file'] : [tool];
}

function touchesTool(rule: PermissionRule, tool: string, args: unknown): boolean {
  if (!matchesPattern(rule.tool, tool)) return false;
  return rule.argument === null || touchesArguments(rule.argument, args);
}

function touchesShell(rule: PermissionRule, line: string): boolean {
  const { argument } = rule;
  if (!matchesPattern(rule.tool, 'shell')) return false;
  return (
    argument === null || suspiciousReadings(line).readings.some(({ text }) => matchesPattern(argument, text))
  );
}

function mayTouchShell(rule: PermissionRule, line: string): boolean {
  const { argument } = rule;
  if (argument === null || !matchesPattern(rule.tool, 'shell')) return false;
  const { readings, incomplete } = suspiciousReadings(line);
  return incomplete || readings.some(({ stem }) => stem !== null && couldMatchPattern(argument, stem));
}

function touchesFile(
  rule: PermissionRule,
  tool: FileTool,
  path: ResolvedPath,
  roots: readonly string[],
): boolean {
  const { argument } = rule;
  return matchesPattern(rule.tool, tool) && (argument === null || touchesPath(argument, path, roots));
}
