import { SimseError } from '../errors.ts';
import { describeRequest } from './describe-request.ts';
import type { GateRequest } from './gate-request.ts';
import { isAllowedBy, isTouchedBy } from './match-rule.ts';
import { type PermissionRule, parseRules, type RuleEffect } from './permission-rule.ts';
import { partsOf } from './request-parts.ts';

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

const VERBS: Readonly<Record<RuleEffect, string>> = {
  allow: 'allows',
  ask: 'asks before',
  deny: 'denies',
};

/** What a rule does, in words: `allows commands that match git status*`. */
export function describeRule(effect: RuleEffect, rule: PermissionRule): string {
  return `${VERBS[effect]} ${subjectOf(rule)}`;
}

function subjectOf({ tool, argument }: PermissionRule): string {
  switch (tool) {
    case '*':
      return argument === null ? 'everything' : `everything with an argument that matches ${argument}`;
    case 'shell':
      if (argument === null) return 'every command';
      return hasStar(argument) ? `commands that match ${argument}` : `the exact command ${plain(argument)}`;
    case 'read_file':
      return `reading ${filesOf(argument)}`;
    case 'write_file':
      return `writing ${filesOf(argument)}`;
    case 'sampling':
      return argument === null
        ? 'every MCP server that asks your model'
        : `the MCP server ${plain(argument)} asking your model`;
    default:
      return toolsOf(tool, argument);
  }
}

function filesOf(argument: string | null): string {
  if (argument === null) return 'every file';
  return /(?<!\\)[*?[{]/.test(argument) ? `files that match ${argument}` : `the file ${plain(argument)}`;
}

function toolsOf(tool: string, argument: string | null): string {
  const tools = hasStar(tool) ? `tools that match ${tool}` : `the tool ${plain(tool)}`;
  return argument === null ? tools : `${tools} with an argument that matches ${argument}`;
}

function hasStar(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}

/** A pattern that stands for one text, as that text. */
function plain(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}
