import { checkRules } from '../../core/check-rule.ts';
import type { PermissionRule } from '../../core/permission-rule.ts';
import type { RuleEffect, RuleInEffect } from '../../core/session-permissions.ts';
import type { PanelField, PanelKey } from '../panel/panel-page.ts';

const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny'];
const HINT = 'allow shell(git status*)';

/** Adds a rule for this session, as `allow shell(git status*)`. */
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

/** Forgets a rule of this session. */
export function removeKey({ effect, rule }: RuleInEffect): PanelKey {
  return {
    actions: ['permissions.forget'],
    label: 'forget',
    does: {
      type: 'do',
      effects: [
        {
          type: 'act',
          act({ permissions }) {
            permissions.remove(effect, rule);
            return Promise.resolve(`${rule} is forgotten.`);
          },
        },
      ],
    },
  };
}

function newRule(): PanelField {
  return {
    label: 'Rule',
    value: 'allow ',
    hint: HINT,
    says: (text) => sayOf(text),
    check: (text) => (readRules(text).rules.length === 0 ? sayOf(text) : null),
    submit: (text) => ({
      type: 'do',
      effects: [
        {
          type: 'act',
          act({ permissions }) {
            const { effect, rules } = readRules(text);
            for (const rule of rules) permissions.add(effect, rule.text);
            return Promise.resolve(`For this session: it ${sayOf(text)}.`);
          },
        },
      ],
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
    submit: (text) => ({
      type: 'do',
      effects: [
        {
          type: 'act',
          act({ permissions }) {
            const { rules, says } = checkRules(text, effect);
            permissions.remove(effect, before);
            for (const rule of rules ?? []) permissions.add(effect, rule.text);
            return Promise.resolve(`For this session: it ${says}.`);
          },
        },
      ],
    }),
  };
}

/** What was typed as rules; none where it is no rule. */
function readRules(text: string): { effect: RuleEffect; rules: readonly PermissionRule[] } {
  const { effect, rule } = partsOf(text);
  return { effect: effect ?? 'ask', rules: (effect && checkRules(rule, effect).rules) ?? [] };
}

function sayOf(text: string): string {
  const { effect, rule } = partsOf(text);
  if (effect === undefined) return `Begin with ${EFFECTS.join(', ')}.`;
  return rule === '' ? `A rule, such as ${HINT}` : checkRules(rule, effect).says;
}

function partsOf(text: string): { effect: RuleEffect | undefined; rule: string } {
  const [, word = '', rule = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  return { effect: EFFECTS.find((effect) => effect === word), rule };
}
