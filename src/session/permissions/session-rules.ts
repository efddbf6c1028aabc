import type { GatePolicy } from '../../core/decide.ts';
import type { GateRequest } from '../../core/gate-request.ts';
import { isAllowedBy } from '../../core/match-rule.ts';
import { type PermissionRule, parseRule } from '../../core/permission-rule.ts';
import type {
  RuleEffect,
  RuleInEffect,
  SessionPermissions,
  WrittenRule,
} from '../../core/session-permissions.ts';

/** The rules of a session as its gate needs them. */
export interface SessionRules extends SessionPermissions {
  policy(): Pick<GatePolicy, RuleEffect | 'remembered'>;
  /** Keeps what was answered "for this session". */
  remember(effect: 'allow' | 'deny', rules: readonly PermissionRule[]): void;
  /** Drops answers that would allow this. What the user has added as a rule stays. */
  forget(request: GateRequest, roots: readonly string[]): void;
}

/** A rule of this session: an answer, or one that the user has added. */
interface OwnRule {
  effect: RuleEffect;
  rule: PermissionRule;
  isAnswer: boolean;
}

const STRONGEST_FIRST: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/**
 * The rules that were written down before the session began, and those of the session itself. An allowing or denying rule
 * that the user adds counts as an answer "for this session": it is their latest word.
 */
export function createSessionRules(written: readonly WrittenRule[]): SessionRules {
  const listeners = new Set<() => void>();
  const writtenOf = (effect: RuleEffect) =>
    written.filter((rule) => rule.effect === effect).map(({ rule }) => parseRule(rule));
  const before = { allow: writtenOf('allow'), ask: writtenOf('ask'), deny: writtenOf('deny') };
  let own: readonly OwnRule[] = [];
  let listed = listRules(written, own);
  let policy = policyOf(before, own);

  const change = (next: readonly OwnRule[]): void => {
    if (next.length === own.length) return;
    own = next;
    listed = listRules(written, own);
    policy = policyOf(before, own);
    for (const listener of listeners) listener();
  };
  const isKnown = (effect: RuleEffect, { text }: PermissionRule) =>
    own.some((other) => other.effect === effect && other.rule.text === text);
  const addAll = (effect: RuleEffect, rules: readonly PermissionRule[], isAnswer: boolean): void => {
    const fresh = rules.filter((rule) => !isKnown(effect, rule));
    change([...own, ...fresh.map((rule) => ({ effect, rule, isAnswer }))]);
  };

  return {
    rules: () => listed,
    policy: () => policy,
    add: (effect, rule) => addAll(effect, [parseRule(rule)], false),
    remove: (effect, rule) =>
      change(own.filter((other) => other.effect !== effect || other.rule.text !== rule)),
    remember: (effect, rules) => addAll(effect, rules, true),
    forget: (request, roots) => change(own.filter((rule) => !hasAnswered(rule, request, roots))),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function hasAnswered(
  { effect, rule, isAnswer }: OwnRule,
  request: GateRequest,
  roots: readonly string[],
): boolean {
  return isAnswer && effect === 'allow' && isAllowedBy(rule, request, roots);
}

function policyOf(
  before: Pick<GatePolicy, RuleEffect>,
  own: readonly OwnRule[],
): ReturnType<SessionRules['policy']> {
  const ownOf = (effect: RuleEffect) => own.flatMap((one) => (one.effect === effect ? one.rule : []));
  return {
    ...before,
    ask: [...before.ask, ...ownOf('ask')],
    remembered: { allow: ownOf('allow'), deny: ownOf('deny') },
  };
}

function listRules(written: readonly WrittenRule[], own: readonly OwnRule[]): readonly RuleInEffect[] {
  const all: RuleInEffect[] = [
    ...written.map((rule) => ({ ...rule, isOfSession: false })),
    ...own.map(({ effect, rule, isAnswer }) => ({
      effect,
      rule: rule.text,
      source: isAnswer ? 'your answer' : 'this session',
      isOfSession: true,
    })),
  ];
  return STRONGEST_FIRST.flatMap((effect) => all.filter((rule) => rule.effect === effect));
}
