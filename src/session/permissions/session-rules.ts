import { SimseError } from '../../core/errors.ts';
import type { GatePolicy } from '../../core/gate/decide.ts';
import type { GateRequest, KeptScope } from '../../core/gate/gate-request.ts';
import { isAllowedBy } from '../../core/gate/match-rule.ts';
import { type PermissionRule, parseRule, type RuleEffect } from '../../core/gate/permission-rule.ts';
import {
  KEPT_SOURCES,
  type RuleInEffect,
  type SessionPermissions,
  type WrittenRule,
} from '../../core/ports/session-permissions.ts';
import type { RuleFiles } from './rule-files.ts';

/** The rules of a session as its gate needs them. */
export interface SessionRules extends SessionPermissions {
  readonly canKeep: boolean;
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
 * The rules that are written down, and those of the session itself. An allowing or denying rule that the user adds counts as
 * an answer "for this session": it is their latest word. Without `files` none can be kept.
 */
export function createSessionRules(
  before: readonly WrittenRule[],
  files: RuleFiles | null = null,
): SessionRules {
  const listeners = new Set<() => void>();
  let written = before;
  let own: readonly OwnRule[] = [];
  let listed = listRules(written, own);
  let policy = policyOf(written, own);

  const change = (next: { written?: readonly WrittenRule[]; own?: readonly OwnRule[] }): void => {
    ({ written, own } = { written, own, ...next });
    listed = listRules(written, own);
    policy = policyOf(written, own);
    for (const listener of listeners) listener();
  };
  const keepOwn = (isKept: (rule: OwnRule) => boolean): void => {
    const kept = own.filter(isKept);
    if (kept.length < own.length) change({ own: kept });
  };
  const isKnown = (effect: RuleEffect, { text }: PermissionRule) =>
    own.some((other) => other.effect === effect && other.rule.text === text);
  const addAll = (effect: RuleEffect, rules: readonly PermissionRule[], isAnswer: boolean): void => {
    const fresh = rules.filter((rule) => !isKnown(effect, rule));
    if (fresh.length > 0) change({ own: [...own, ...fresh.map((rule) => ({ effect, rule, isAnswer }))] });
  };
  const writtenWithout = (effect: RuleEffect, text: string, scope: KeptScope) =>
    written.filter((one) => one.effect !== effect || one.rule !== text || one.keptIn !== scope);
  const keeping = (): RuleFiles => {
    if (files === null) throw new SimseError('usage', 'There is not a file in which rules are kept.');
    return files;
  };

  return {
    canKeep: files !== null,
    rules: () => listed,
    policy: () => policy,
    add: (effect, rule) => addAll(effect, [parseRule(rule)], false),
    remove: (effect, rule) => keepOwn((other) => other.effect !== effect || other.rule.text !== rule),
    remember: (effect, rules) => addAll(effect, rules, true),
    forget: (request, roots) => keepOwn((rule) => !hasAnswered(rule, request, roots)),
    fileOf: (scope) => keeping().fileOf(scope),
    async keep(effect, rule, scope) {
      const { text } = parseRule(rule);
      const file = keeping().fileOf(scope);
      await keeping().add(effect, text, scope);
      const kept = { effect, rule: text, source: KEPT_SOURCES[scope], file, keptIn: scope };
      change({ written: [...writtenWithout(effect, text, scope), kept] });
      return file;
    },
    async drop(effect, rule, scope) {
      await keeping().remove(effect, rule, scope);
      change({ written: writtenWithout(effect, rule, scope) });
      return keeping().fileOf(scope);
    },
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
  written: readonly WrittenRule[],
  own: readonly OwnRule[],
): ReturnType<SessionRules['policy']> {
  const writtenOf = (effect: RuleEffect) =>
    written.filter((rule) => rule.effect === effect).map(({ rule }) => parseRule(rule));
  const ownOf = (effect: RuleEffect) => own.flatMap((one) => (one.effect === effect ? one.rule : []));
  return {
    allow: writtenOf('allow'),
    ask: [...writtenOf('ask'), ...ownOf('ask')],
    deny: writtenOf('deny'),
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
