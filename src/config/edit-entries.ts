import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { RuleEffect } from '../core/gate/permission-rule.ts';
import { addItem, type Item, removeItem, replaceItem, setKey } from './edit-items.ts';
import { MCP_LIST_KEYS } from './mcp-file.ts';
import type { SecretHolder } from './secrets.ts';

/** What is written for a backend; what is left out is as the defaults say. */
export interface BackendEntry {
  name: string;
  command: string;
  args?: string[];
  env?: Record<string, string>;
  timeoutMs?: number;
}

/**
 * The text of acp.json with an entry more, or in the place of its namesake. All else stays as it was written, comments
 * included. `text` is valid, as is what comes of it.
 */
export function putEntry(text: string, entry: BackendEntry): string {
  const list = serversOf(text);
  if (list === undefined) return putEntry(setKey(text, 'servers', []), entry);
  const namesake = findEntry(list, entry.name);
  const item = { value: entry };
  return namesake === undefined ? addItem(text, list, item) : replaceItem(text, namesake, item);
}

/** The text without the entry of this name and the comment behind it. Comments above it stay. */
export function removeEntry(text: string, name: string): string {
  const list = serversOf(text);
  const entry = list && findEntry(list, name);
  return list === undefined || entry === undefined ? text : removeItem(text, list, entry);
}

/** The text with this `defaultServer`, or without any. */
export function setDefault(text: string, name: string | undefined): string {
  return setKey(text, 'defaultServer', name);
}

function serversOf(text: string): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, ['servers']);
}

function findEntry(list: Node, name: string): Node | undefined {
  return list.children?.find((item) => findNodeAtLocation(item, ['name'])?.value === name);
}

/** What is written for an MCP server, in the words of mcp.json; what is left out is as the defaults say. */
export interface McpEntry extends SecretHolder {
  name: string;
  transport?: string;
  command?: string;
  cwd?: string;
  headersHelper?: string;
  requiredEnv?: string[];
  timeoutMs?: number;
  startupTimeoutMs?: number;
  includeTools?: string[];
  excludeTools?: string[];
  enabled?: boolean;
}

/** A server where it is written: as an item of a list, or under its name in a map. */
interface Place {
  container: Node;
  item: Node;
  /** The object with its settings. */
  entry: Node;
}

/**
 * The text of mcp.json with a server more, or in the place of its namesake, as a list or as a map, whichever the file has.
 * All else stays as it was written, comments included. `text` is valid, as is what comes of it.
 */
export function putServer(text: string, server: McpEntry): string {
  const place = findServer(text, server.name);
  if (place !== undefined) return replaceItem(text, place.item, itemFor(place.container, server));
  const [container] = containersOf(text);
  if (container === undefined) return putServer(setKey(text, 'servers', []), server);
  return addItem(text, container, itemFor(container, server));
}

/** The text without the server of this name and the comment behind it. Comments above it stay. */
export function removeServer(text: string, name: string): string {
  const place = findServer(text, name);
  return place === undefined ? text : removeItem(text, place.container, place.item);
}

/** The text with this server switched on or off, by `enabled`, or by `disabled` where another host has written that. */
export function setServerEnabled(text: string, name: string, enabled: boolean): string {
  const entry = findServer(text, name)?.entry;
  if (entry === undefined) return text;
  const switches = [
    { key: 'disabled', value: !enabled },
    { key: 'enabled', value: enabled },
  ].flatMap(({ key, value }) => {
    const node = findNodeAtLocation(entry, [key]);
    return node === undefined ? [] : [{ node, value }];
  });
  if (switches.length === 0) return enabled ? text : addItem(text, entry, { key: 'enabled', value: false });
  return switches
    .sort((one, other) => other.node.offset - one.node.offset)
    .reduce((edited, { node, value }) => replaceItem(edited, node, { value }), text);
}

function itemFor(container: Node, server: McpEntry): Item {
  if (container.type === 'array') return { value: server };
  const { name, ...value } = server;
  return { key: name, value };
}

function findServer(text: string, name: string): Place | undefined {
  return containersOf(text)
    .flatMap((container) => (container.children ?? []).map((item) => placeOf(container, item)))
    .find((place) => place?.name === name);
}

function placeOf(container: Node, item: Node): (Place & { name: unknown }) | undefined {
  const [key, value] = container.type === 'array' ? [undefined, item] : (item.children ?? []);
  if (value === undefined) return undefined;
  const name = key ?? findNodeAtLocation(value, ['name']);
  return { container, item, entry: value, name: name?.value };
}

/** The lists and maps of servers that the file has. */
function containersOf(text: string): Node[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return MCP_LIST_KEYS.flatMap((key) => (tree && findNodeAtLocation(tree, [key])) ?? []);
}

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
