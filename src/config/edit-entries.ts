import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import { indentAt, layoutOf, lineStart, writeBlock, writeInline } from './json-layout.ts';

/** What is written for a backend; what is left out is as the defaults say. */
export interface BackendEntry {
  name: string;
  command: string;
  args?: string[];
  env?: Record<string, string>;
  timeoutMs?: number;
}

// `modify` would lay out the neighbours anew and lose the comments between them, so entries are put in by offset.

/** Blanks and comments, then a comma: all that can stand between two entries. */
const UP_TO_COMMA = /(?:\s|\/\/[^\n]*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*,/y;
/** What may follow an entry on its last line and goes with it. */
const END_OF_LINE = /[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)?(?:\r?\n|$)/y;

/**
 * The text of acp.json with an entry more, or in the place of its namesake. All else stays as it was written, comments
 * included. `text` is valid, as is what comes of it.
 */
export function putEntry(text: string, entry: BackendEntry): string {
  const list = serversOf(text);
  if (list === undefined) return putEntry(setKey(text, 'servers', []), entry);
  const items = list.children ?? [];
  const namesake = items.find((item) => nameOf(item) === entry.name);
  if (namesake !== undefined) {
    return splice(text, namesake.offset, endOf(namesake), write(text, entry, namesake));
  }
  const last = items.at(-1);
  return last === undefined ? putFirst(text, list, entry) : putLast(text, list, last, entry);
}

/** The text without the entry of this name and the comment behind it. Comments above it stay. */
export function removeEntry(text: string, name: string): string {
  const list = serversOf(text);
  const items = list?.children ?? [];
  const index = items.findIndex((item) => nameOf(item) === name);
  const [item, previous] = [items[index], items[index - 1]];
  if (list === undefined || item === undefined) return text;
  const comma = commaBehind(text, item);
  if (comma !== null) return cut(text, item.offset, comma + 1);
  if (previous === undefined) return cut(text, item.offset, endOf(item));
  // The last one takes the comma in front of it along.
  const widowed = commaBehind(text, previous) ?? item.offset;
  const rest = isInline(text, list)
    ? splice(text, text.slice(0, item.offset).trimEnd().length, endOf(item), '')
    : cut(text, item.offset, endOf(item));
  return splice(rest, widowed, widowed + 1, '');
}

/** The text with this `defaultServer`, or without any. */
export function setDefault(text: string, name: string | undefined): string {
  return setKey(text, 'defaultServer', name);
}

function setKey(text: string, key: string, value: unknown): string {
  const { eol, step } = layoutOf(text);
  const formattingOptions = { eol, insertSpaces: !step.includes('\t'), tabSize: step.length };
  return applyEdits(text, modify(text, [key], value, { formattingOptions }));
}

function putFirst(text: string, list: Node, entry: BackendEntry): string {
  const layout = layoutOf(text);
  const outer = indentAt(text, list.offset);
  const indent = outer + layout.step;
  const comments = text.slice(list.offset + 1, endOf(list) - 1).trimEnd();
  const lines = [`[${comments}`, `${indent}${writeBlock(entry, indent, layout)}`, `${outer}]`];
  return splice(text, list.offset, endOf(list), lines.join(layout.eol));
}

/** Behind the comments that follow the last entry, and with a comma behind it where that one had one. */
function putLast(text: string, list: Node, last: Node, entry: BackendEntry): string {
  const behind = text.slice(endOf(last), endOf(list) - 1);
  const kept = behind.trimEnd();
  const hasComma = commaBehind(text, last) !== null;
  const gap = isInline(text, list) ? ' ' : layoutOf(text).eol + indentAt(text, last.offset);
  const written = `${gap}${write(text, entry, isInline(text, list) ? list : last)}`;
  const added = `${hasComma ? '' : ','}${kept}${written}${hasComma ? ',' : ''}${behind.slice(kept.length)}`;
  return splice(text, endOf(last), endOf(list) - 1, added);
}

/** The entry as the node in whose place or behind which it comes: on one line or over several. */
function write(text: string, entry: BackendEntry, like: Node): string {
  if (isInline(text, like)) return writeInline(entry);
  return writeBlock(entry, indentAt(text, like.offset), layoutOf(text));
}

function isInline(text: string, { offset, length }: Node): boolean {
  return !text.slice(offset, offset + length).includes('\n');
}

/** Cuts a range, and its lines where nothing is left of them but blanks and a comment. */
function cut(text: string, from: number, to: number): string {
  const start = lineStart(text, from);
  const end = endOfMatch(END_OF_LINE, text, to);
  if (end !== null && text.slice(start, from).trim() === '') return splice(text, start, end, '');
  return splice(text, from, endOfMatch(/[ \t]*/y, text, to) ?? to, '');
}

function commaBehind(text: string, item: Node): number | null {
  const end = endOfMatch(UP_TO_COMMA, text, endOf(item));
  return end === null ? null : end - 1;
}

/** Where a sticky pattern that matches at an offset ends. */
function endOfMatch(sticky: RegExp, text: string, offset: number): number | null {
  sticky.lastIndex = offset;
  return sticky.test(text) ? sticky.lastIndex : null;
}

function serversOf(text: string): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, ['servers']);
}

function nameOf(item: Node): unknown {
  return findNodeAtLocation(item, ['name'])?.value;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to);
}
