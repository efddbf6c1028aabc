import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { addItem, removeItem, replaceItem } from './edit-items.ts';
import { setKey } from './set-key.ts';

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
