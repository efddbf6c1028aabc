import { describeRequest } from './describe-request.ts';
import { describeRule } from './describe-rule.ts';
import { SimseError } from '../errors.ts';
import type { GateRequest } from './gate-request.ts';
import { isAllowedBy, isTouchedBy } from './match-rule.ts';
import type { PermissionRule } from './permission-rule.ts';
import { partsOf } from './request-parts.ts';
import { parseRules } from './rule-list.ts';

/** What a text means as rules. */
export interface RuleCheck {
  /** null where the text is no rule. */
  rules: readonly PermissionRule[] | null;
  /** Whether they settle the request that they were written for. */
  covers: boolean;
  /** In words: what they would do and whether that includes the request, or why they are none. */
  says: string;
}

/** What a text would do as rules. */
export function checkRules(text: string, effect: 'allow' | 'ask' | 'deny'): Omit<RuleCheck, 'covers'> {
  try {
    const rules = parseRules(text);
    return { rules, says: rules.map((rule) => describeRule(effect, rule)).join('; ') };
  } catch (thrown) {
    if (!(thrown instanceof SimseError)) throw thrown;
    return { rules: null, says: [thrown.message, thrown.hint ?? ''].join(' ').trim() };
  }
}

/** What a text would do as rules that are to settle a request. */
export function checkRulesFor(
  text: string,
  effect: 'allow' | 'deny',
  request: GateRequest,
  roots: readonly string[],
): RuleCheck {
  const { rules, says } = checkRules(text, effect);
  if (rules === null) return { rules, covers: false, says };
  const missed = effect === 'allow' ? partMissed(rules, request, roots) : partSpared(rules, request, roots);
  if (missed === null) return { rules, covers: true, says: `covers this: ${says}` };
  return { rules, covers: false, says: `does not cover "${describeRequest(missed, roots)}": ${says}` };
}

/** The first part of a request that no rule allows. */
function partMissed(
  rules: readonly PermissionRule[],
  request: GateRequest,
  roots: readonly string[],
): GateRequest | null {
  return (
    partsOf(request, roots).find((part) => !rules.some((rule) => isAllowedBy(rule, part, roots))) ?? null
  );
}

/** The request, where no rule denies any of it. */
function partSpared(
  rules: readonly PermissionRule[],
  request: GateRequest,
  roots: readonly string[],
): GateRequest | null {
  return rules.some((rule) => isTouchedBy(rule, request, roots)) ? null : request;
}
