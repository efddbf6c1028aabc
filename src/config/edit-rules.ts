import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { RuleEffect } from '../core/gate/permission-rule.ts';
import { addItem, removeItem } from './edit-items.ts';

/**
 * The text of config.json with a rule more, at the end of its list; as it was where it has the rule already. All else stays
 * as it was written, comments included. `text` is valid, as is what comes of it.
 */
export function putRule(text: string, effect: RuleEffect, rule: string): string {
  const root = treeOf(text);
  const list = findNodeAtLocation(root, [effect]);
  if (list === undefined) return addItem(text, root, { key: effect, value: [rule] });
  return findRule(list, rule) === undefined ? addItem(text, list, { value: rule }) : text;
}

/** The text without a rule, however often it has it, and the comment behind it. Comments above it stay. */
export function removeRule(text: string, effect: RuleEffect, rule: string): string {
  const list = findNodeAtLocation(treeOf(text), [effect]);
  const found = list && findRule(list, rule);
  return list === undefined || found === undefined
    ? text
    : removeRule(removeItem(text, list, found), effect, rule);
}

function treeOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new Error('The text of a config file was not checked.');
  return root;
}

function findRule(list: Node, rule: string): Node | undefined {
  return list.children?.find(({ value }) => typeof value === 'string' && value.trim() === rule);
}
