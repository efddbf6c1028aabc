import type { Claim, DecidedBy, GateRequest, PermissionMode, ResolvedPath } from './gate-request.ts';
import { isAboutShell, isAllowedBy, isTouchedBy, separateCommands } from './match-rule.ts';
import type { PermissionRule } from './permission-rule.ts';
import { readShellLine } from './shell-line.ts';
import { isInside } from './workspace-path.ts';

export interface GatePolicy {
  mode: PermissionMode;
  allow: readonly PermissionRule[];
  ask: readonly PermissionRule[];
  deny: readonly PermissionRule[];
  /** What the user answered "for this session". */
  remembered: { allow: readonly PermissionRule[]; deny: readonly PermissionRule[] };
  /** The workspace: resolved absolute paths. */
  roots: readonly string[];
}

export interface Decision {
  outcome: 'allow' | 'ask' | 'deny';
  by: Exclude<DecidedBy, 'user' | 'no_terminal' | 'cancelled'>;
  /** One sentence without a full stop. */
  reason: string;
}

/**
 * The gate. Pure. Deny beats ask beats allow: denying rules, then what plan mode forbids, then what the user answered
 * for this session, then asking rules, allowing rules and at last the mode's own table.
 */
export function decide(request: GateRequest, policy: GatePolicy): Decision {
  return (
    decideByDenial(request, policy) ??
    decideByPlan(request, policy) ??
    decideByRules(request, policy) ??
    decideByMode(request, policy)
  );
}

function decideByDenial(request: GateRequest, policy: GatePolicy): Decision | null {
  const touching = (rules: readonly PermissionRule[]) =>
    rules.find((rule) => isTouchedBy(rule, request, policy.roots));
  const denied = touching(policy.deny);
  if (denied !== undefined)
    return { outcome: 'deny', by: 'rule', reason: `denied by the rule ${denied.text}` };
  const refused = touching(policy.remembered.deny);
  if (refused !== undefined) {
    return { outcome: 'deny', by: 'remembered', reason: `you rejected ${refused.text} for this session` };
  }
  return null;
}

/** Plan mode looks and never touches: no rule lifts that. */
function decideByPlan(request: GateRequest, policy: GatePolicy): Decision | null {
  if (policy.mode !== 'plan' || isReading(request)) return null;
  return { outcome: 'deny', by: 'mode', reason: 'plan mode only reads' };
}

function isReading(request: GateRequest): boolean {
  if (request.kind === 'read') return true;
  return request.kind === 'claim' && isReadClaim(request);
}

function isReadClaim(claim: Claim): boolean {
  const reads = claim.toolKind === 'read' || claim.toolKind === 'search';
  return reads && claim.command === undefined && claim.diffs.length === 0;
}

function decideByRules(request: GateRequest, policy: GatePolicy): Decision | null {
  const remembered = coveringRule(policy.remembered.allow, request, policy.roots);
  if (remembered !== null) {
    return { outcome: 'allow', by: 'remembered', reason: `you allowed ${remembered} for this session` };
  }
  const asking = policy.ask.find((rule) => isTouchedBy(rule, request, policy.roots));
  if (asking !== undefined)
    return { outcome: 'ask', by: 'rule', reason: `the rule ${asking.text} asks first` };
  if (mightHideDenied(request, policy)) {
    return {
      outcome: 'ask',
      by: 'rule',
      reason: 'the command hides what it runs, and commands are denied by rule',
    };
  }
  const allowing = coveringRule(policy.allow, request, policy.roots);
  if (allowing !== null) return { outcome: 'allow', by: 'rule', reason: `allowed by the rule ${allowing}` };
  return null;
}

/** The rule, or the rules of a compound command line, that allow the whole request. */
function coveringRule(
  rules: readonly PermissionRule[],
  request: GateRequest,
  roots: readonly string[],
): string | null {
  const whole = rules.find((rule) => isAllowedBy(rule, request, roots));
  if (whole !== undefined) return whole.text;
  const line = request.kind === 'shell' ? request.command : null;
  const commands = line === null ? null : separateCommands(line);
  if (commands === null) return null;
  const found = commands.map((command) =>
    rules.find((rule) => isAllowedBy(rule, { kind: 'shell', command, cwd: '' }, roots)),
  );
  const texts = found.flatMap((rule) => (rule === undefined ? [] : [rule.text]));
  return texts.length === commands.length ? [...new Set(texts)].join(' and ') : null;
}

/** An unreadable command line could be any command, so also one that a rule denies. */
function mightHideDenied(request: GateRequest, policy: GatePolicy): boolean {
  const line = request.kind === 'shell' || request.kind === 'claim' ? request.command : undefined;
  return line !== undefined && policy.deny.some(isAboutShell) && readShellLine(line).opaque;
}

function decideByMode(request: GateRequest, policy: GatePolicy): Decision {
  const { mode, roots } = policy;
  const allow = (reason: string): Decision => ({ outcome: 'allow', by: 'mode', reason });
  const ask = (reason: string): Decision => ({ outcome: 'ask', by: 'mode', reason });
  if (mode === 'dontAsk') return allow('the mode is dontAsk');
  switch (request.kind) {
    case 'read':
      return isInside(roots, request.path.real)
        ? allow('it reads in the workspace')
        : ask('it reads outside the workspace');
    case 'edit':
      if (!isInside(roots, request.path.real)) return ask('it writes outside the workspace');
      if (isGuarded(request.path)) return ask('it changes files that git or simse acts on');
      return mode === 'acceptEdits'
        ? allow('the mode is acceptEdits')
        : ask('edits are asked for in this mode');
    case 'shell':
      return ask('commands are asked for in this mode');
    case 'tool':
      return ask('MCP tools are asked for in this mode');
    case 'claim':
      return mode === 'acceptEdits' && isWorkspaceEdit(request, roots)
        ? allow('the mode is acceptEdits and the diff stays in the workspace')
        : ask('the backend asks');
  }
}

function isWorkspaceEdit(claim: Claim, roots: readonly string[]): boolean {
  return (
    claim.diffs.length > 0 &&
    claim.command === undefined &&
    claim.paths.length > 0 &&
    claim.paths.every((path) => isInside(roots, path.real) && !isGuarded(path))
  );
}

/** Files that make other programs run commands: an edit of these is more than an edit. */
function isGuarded(path: ResolvedPath): boolean {
  return /(?:^|[\\/])\.(?:git|simse)(?:[\\/]|$)/.test(path.real);
}
