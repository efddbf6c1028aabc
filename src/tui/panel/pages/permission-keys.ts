import { checkRules, describeRule } from '../../../core/gate/check-rule.ts';
import type { KeptScope } from '../../../core/gate/gate-request.ts';
import type { PermissionRule, RuleEffect } from '../../../core/gate/permission-rule.ts';
import {
  type RuleInEffect,
  readTypedRule,
  type SessionPermissions,
} from '../../../core/ports/session-permissions.ts';
import { acting, type Doing, type PanelField, type PanelKey } from '../panel-page.ts';

const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny'];
const HINT = 'allow shell(git status*)';
const FILES: Readonly<Record<KeptScope, string>> = {
  project: "this project's .simse/config.json",
  user: 'your config.json',
};

/** Adds a rule for this session, as `allow shell(git status*)`, or to a file, as `allow --project …` and `--user …`. */
export function addKey(): PanelKey {
  return { actions: ['permissions.add'], label: 'add', does: { type: 'ask', field: newRule() } };
}

/** Writes a rule of this session anew. */
export function editKey({ effect, rule }: RuleInEffect): PanelKey {
  return {
    actions: ['permissions.edit'],
    label: 'edit',
    does: { type: 'ask', field: changedRule(effect, rule) },
  };
}

/** Forgets a rule of this session, or takes one out of the file that it is kept in. */
export function removeKey({ effect, rule, file = '', keptIn }: RuleInEffect): PanelKey {
  const key = { actions: ['permissions.forget'], label: 'forget' } as const;
  if (keptIn === undefined)
    return {
      ...key,
      does: changing((permissions) => {
        permissions.remove(effect, rule);
        return Promise.resolve(`${rule} is forgotten.`);
      }),
    };
  const doing = changing(
    async (permissions) => `${rule} was removed from ${await permissions.drop(effect, rule, keptIn)}.`,
  );
  return { ...key, does: { type: 'confirm', question: `Remove it from ${file}?`, doing } };
}

function changing(change: (permissions: SessionPermissions) => Promise<string>): Doing {
  return acting(({ permissions }) => change(permissions));
}

function newRule(): PanelField {
  return {
    label: 'Rule',
    value: 'allow ',
    hint: HINT,
    says: (text) => sayOf(text),
    check: (text) => (readRules(text).rules.length === 0 ? sayOf(text) : null),
    submit: (text) =>
      changing(async (permissions) => {
        const { effect, scope, rules } = readRules(text);
        const says = rules.map((rule) => describeRule(effect, rule)).join('; ');
        for (const { text: rule } of rules) {
          if (scope === undefined) permissions.add(effect, rule);
          else await permissions.keep(effect, rule, scope);
        }
        return `${scope === undefined ? 'For this session' : `In ${permissions.fileOf(scope)}`}: it ${says}.`;
      }),
  };
}

function changedRule(effect: RuleEffect, before: string): PanelField {
  return {
    label: effect,
    value: before,
    hint: 'shell(git status*)',
    says: (text) => checkRules(text, effect).says,
    check(text) {
      const { rules, says } = checkRules(text, effect);
      return rules === null ? says : null;
    },
    submit: (text) =>
      changing((permissions) => {
        const { rules, says } = checkRules(text, effect);
        permissions.remove(effect, before);
        for (const rule of rules ?? []) permissions.add(effect, rule.text);
        return Promise.resolve(`For this session: it ${says}.`);
      }),
  };
}

interface ReadRules {
  effect: RuleEffect;
  scope: KeptScope | undefined;
  rules: readonly PermissionRule[];
}

/** What was typed as rules; none where it is no rule. */
function readRules(text: string): ReadRules {
  const { word, scope, rule } = readTypedRule(text);
  const effect = effectOf(word);
  return { effect: effect ?? 'ask', scope, rules: (effect && checkRules(rule, effect).rules) ?? [] };
}

function sayOf(text: string): string {
  const { word, scope, rule } = readTypedRule(text);
  const effect = effectOf(word);
  if (effect === undefined) return `Begin with ${EFFECTS.join(', ')}.`;
  if (rule === '') return `A rule, such as ${HINT}; with --project or --user before it, it is kept`;
  const { rules, says } = checkRules(rule, effect);
  return rules === null || scope === undefined ? says : `${says}; saved to ${FILES[scope]}`;
}

function effectOf(word: string): RuleEffect | undefined {
  return EFFECTS.find((effect) => effect === word);
}
