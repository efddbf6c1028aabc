import { BRIDGE_LISTS, OWN_READS } from '../text/tool-names.ts';
import type { Claim, DecidedBy, GateRequest } from './gate-request.ts';
import { isAllowedBy, isTouchedBy, mayBeTouchedBy } from './match-rule.ts';
import type { PermissionMode } from './permission-mode.ts';
import type { PermissionRule } from './permission-rule.ts';
import { partsOf } from './request-parts.ts';
import { isGuarded, isInside } from './workspace-path.ts';

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
 * The gate. Pure. Deny beats ask beats allow: denying rules, then what plan mode forbids, then whether a tool is still
 * what it was, then whether the bridge will judge it, then what the user answered for this session, then asking rules, allowing rules and at last the mode's own
 * table.
 */
export function decide(request: GateRequest, policy: GatePolicy): Decision {
  const decision =
    decideByDenial(request, policy) ??
    decideAboutPlan(request, policy) ??
    decideByPlan(request, policy) ??
    decideByChange(request) ??
    decideByBridge(request) ??
    decideByRules(request, policy) ??
    decideByMode(request, policy);
  if (decision.outcome !== 'ask' || policy.mode !== 'dontAsk') return decision;
  return { outcome: 'deny', by: 'mode', reason: `${decision.reason}, and dontAsk mode asks nobody` };
}

function decideByDenial(request: GateRequest, policy: GatePolicy): Decision | null {
  const touching = (rules: readonly PermissionRule[]) =>
    rules.find((rule) => judgedAs(request).some((one) => isTouchedBy(rule, one, policy.roots)));
  const denied = touching(policy.deny);
  if (denied !== undefined)
    return { outcome: 'deny', by: 'rule', reason: `denied by the rule ${denied.text}` };
  const refused = touching(policy.remembered.deny);
  if (refused !== undefined) {
    return { outcome: 'deny', by: 'remembered', reason: `you rejected ${refused.text} for this session` };
  }
  return null;
}

/** A backend's question about a tool of the bridge is denied as the question, and as the call that would follow it. */
function judgedAs(request: GateRequest): GateRequest[] {
  if (request.kind !== 'claim' || request.bridged === undefined) return [request];
  return [request, { kind: 'tool', tool: request.bridged, args: request.input }];
}

/** Whether a plan is carried out is for a person to say: no rule knows what is in it. */
function decideAboutPlan(request: GateRequest, { mode }: GatePolicy): Decision | null {
  if (request.kind !== 'claim' || request.plan === undefined) return null;
  return mode === 'bypassPermissions'
    ? { outcome: 'allow', by: 'mode', reason: 'the mode is bypassPermissions' }
    : { outcome: 'ask', by: 'mode', reason: 'a plan waits for your approval' };
}

/** Plan mode looks and never touches: no rule lifts that. */
function decideByPlan(request: GateRequest, policy: GatePolicy): Decision | null {
  if (policy.mode !== 'plan' || isReading(request)) return null;
  return { outcome: 'deny', by: 'mode', reason: 'plan mode is read-only' };
}

function isReading(request: GateRequest): boolean {
  if (request.kind === 'read') return true;
  if (request.kind === 'tool') return OWN_READS.includes(request.tool);
  if (request.kind !== 'claim') return false;
  const { bridged } = request;
  return bridged === undefined ? isReadClaim(request) : [...OWN_READS, ...BRIDGE_LISTS].includes(bridged);
}

function isReadClaim(claim: Claim): boolean {
  const reads = claim.toolKind === 'read' || claim.toolKind === 'search';
  return reads && claim.command === undefined && claim.diffs.length === 0;
}

/** What was allowed so far was another definition: only the user's own word lets a changed tool through. */
function decideByChange(request: GateRequest): Decision | null {
  if (request.kind !== 'tool' || request.change === undefined) return null;
  const reason =
    request.change.kind === 'new' ? 'the server did not have it before' : 'its definition has changed';
  return { outcome: 'ask', by: 'mode', reason };
}

/** The call itself comes to the gate with what will really run: the backend's question before it is none for the user. */
function decideByBridge(request: GateRequest): Decision | null {
  if (request.kind !== 'claim' || request.bridged === undefined) return null;
  return { outcome: 'allow', by: 'mode', reason: `the call of ${request.bridged} is judged when it comes` };
}

function decideByRules(request: GateRequest, policy: GatePolicy): Decision | null {
  const remembered = coveringRules(policy.remembered.allow, request, policy.roots);
  if (remembered !== null) {
    return { outcome: 'allow', by: 'remembered', reason: `you allowed ${remembered} for this session` };
  }
  const asking = policy.ask.find((rule) => isTouchedBy(rule, request, policy.roots));
  if (asking !== undefined) {
    return { outcome: 'ask', by: 'rule', reason: `the rule ${asking.text} asks first` };
  }
  const denying = [...policy.deny, ...policy.remembered.deny, ...policy.ask];
  const hiding = denying.find((rule) => mayBeTouchedBy(rule, request));
  if (hiding !== undefined) {
    const reason = `it does not show all that it does, and the rule ${hiding.text} may be about it`;
    return { outcome: 'ask', by: 'rule', reason };
  }
  const allowing = coveringRules(policy.allow, request, policy.roots);
  if (allowing !== null) return { outcome: 'allow', by: 'rule', reason: `allowed by the rule ${allowing}` };
  return null;
}

/** The rules that together allow every part of the request, as text. */
function coveringRules(
  rules: readonly PermissionRule[],
  request: GateRequest,
  roots: readonly string[],
): string | null {
  const found = new Set<string>();
  for (const part of partsOf(request, roots)) {
    const rule = rules.find((candidate) => isAllowedBy(candidate, part, roots));
    if (rule === undefined) return null;
    found.add(rule.text);
  }
  return [...found].join(' and ');
}

function decideByMode(request: GateRequest, policy: GatePolicy): Decision {
  const { mode, roots } = policy;
  const allow = (reason: string): Decision => ({ outcome: 'allow', by: 'mode', reason });
  const ask = (reason: string): Decision => ({ outcome: 'ask', by: 'mode', reason });
  // A server that uses the user's model spends money and hears what the user's agent hears: no mode allows that.
  if (request.kind === 'sampling') return ask('a server asks for your model');
  if (mode === 'bypassPermissions') return allow('the mode is bypassPermissions');
  switch (request.kind) {
    case 'read':
      if (request.path.guard === 'own') return ask('it reads what simse keeps for itself');
      return isInside(roots, request.path.real)
        ? allow('it reads in the workspace')
        : ask('it reads outside the workspace');
    case 'edit':
      if (!isInside(roots, request.path.real)) return ask('it writes outside the workspace');
      if (isGuarded(request.path)) return ask('it changes a file that other programs act on');
      return mode === 'acceptEdits'
        ? allow('the mode is acceptEdits')
        : ask('edits need approval in this mode');
    case 'shell':
      return ask(
        isInside(roots, request.cwd)
          ? 'commands need approval in this mode'
          : 'the command runs outside the workspace',
      );
    case 'tool':
      return OWN_READS.includes(request.tool)
        ? allow('it reads what simse keeps')
        : ask('MCP tools need approval in this mode');
    case 'claim':
      return mode === 'acceptEdits' && isWorkspaceEdit(request, roots)
        ? allow('the mode is acceptEdits and the diff stays in the workspace')
        : ask('the agent asks');
  }
}

/** Only what claims to be an edit, shows it, and would do nothing else. */
function isWorkspaceEdit(claim: Claim, roots: readonly string[]): boolean {
  return (
    claim.toolKind === 'edit' &&
    claim.diffs.length > 0 &&
    claim.command === undefined &&
    claim.paths.length > 0 &&
    claim.paths.every((path) => isInside(roots, path.real) && !isGuarded(path))
  );
}
