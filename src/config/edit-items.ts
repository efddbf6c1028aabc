import { applyEdits, modify, type Node } from 'jsonc-parser';
import { isRecord } from '../core/json.ts';

/** How a file is laid out, so that what is added to it looks like the rest. */
interface JsonLayout {
  /** The line break. */
  eol: string;
  /** One step of indentation. */
  step: string;
}

function layoutOf(text: string): JsonLayout {
  const [, step = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', step };
}

/** The blanks that begin the line of an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** An object over several lines, each of its values on one; the first line is not indented. */
function writeBlock(object: object, indent: string, { eol, step }: JsonLayout): string {
  const lines = Object.entries(object).map(
    ([key, value]) => `${indent}${step}${JSON.stringify(key)}: ${writeInline(value)}`,
  );
  return `{${eol}${lines.join(`,${eol}`)}${eol}${indent}}`;
}

/** A value on one line, with a blank after each comma and colon. */
function writeInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${writeInline(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

// jsonc-parser's `modify` would lay out the neighbours anew and lose the comments between them, so items are put in by
// offset.

/** Blanks and comments, then a comma: all that can stand between two items. */
const UP_TO_COMMA = /(?:\s|\/\/[^\n]*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*,/y;
/** What may follow an item on its last line and goes with it. */
const END_OF_LINE = /[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)?(?:\r?\n|$)/y;

/** What is put into a list, or with a key into an object. */
export interface Item {
  key?: string;
  value: unknown;
}

/**
 * The text with an item more at the end of a list or an object: behind the comments that follow the last one, and with a
 * comma behind it where that one had one. All else stays as it was written.
 */
export function addItem(text: string, container: Node, item: Item): string {
  const last = container.children?.at(-1);
  return last === undefined ? addFirst(text, container, item) : addLast(text, container, last, item);
}

/** The text with an item in the place of another; comments around that one stay. */
export function replaceItem(text: string, old: Node, item: Item): string {
  return splice(text, old.offset, endOf(old), write(text, item, old));
}

/** The text without this item of a list or an object, and the comment behind it. Comments above it stay. */
export function removeItem(text: string, container: Node, item: Node): string {
  const items = container.children ?? [];
  const previous = items[items.indexOf(item) - 1];
  const comma = commaBehind(text, item);
  if (comma !== null) return cut(text, item.offset, comma + 1);
  if (previous === undefined) return cut(text, item.offset, endOf(item));
  // The last one takes the comma in front of it along.
  const widowed = commaBehind(text, previous) ?? item.offset;
  const rest = isInline(text, container)
    ? splice(text, text.slice(0, item.offset).trimEnd().length, endOf(item), '')
    : cut(text, item.offset, endOf(item));
  return splice(rest, widowed, widowed + 1, '');
}

function addFirst(text: string, container: Node, item: Item): string {
  const layout = layoutOf(text);
  const outer = indentAt(text, container.offset);
  const indent = outer + layout.step;
  const end = endOf(container);
  const opened = text.slice(container.offset, end - 1).trimEnd();
  const lines = [opened, `${indent}${writeOver(item, indent, text)}`, `${outer}${text.slice(end - 1, end)}`];
  return splice(text, container.offset, end, lines.join(layout.eol));
}

function addLast(text: string, container: Node, last: Node, item: Item): string {
  const behind = text.slice(endOf(last), endOf(container) - 1);
  const kept = behind.trimEnd();
  const hasComma = commaBehind(text, last) !== null;
  const gap = isInline(text, container) ? ' ' : layoutOf(text).eol + indentAt(text, last.offset);
  const written = `${gap}${write(text, item, isInline(text, container) ? container : last)}`;
  const added = `${hasComma ? '' : ','}${kept}${written}${hasComma ? ',' : ''}${behind.slice(kept.length)}`;
  return splice(text, endOf(last), endOf(container) - 1, added);
}

/** The item as the node in whose place or behind which it comes: on one line or over several. */
function write(text: string, item: Item, like: Node): string {
  if (isInline(text, like)) return withKey(item, writeInline(item.value));
  return writeOver(item, indentAt(text, like.offset), text);
}

function writeOver(item: Item, indent: string, text: string): string {
  const { value } = item;
  return withKey(item, isRecord(value) ? writeBlock(value, indent, layoutOf(text)) : writeInline(value));
}

function withKey({ key }: Item, value: string): string {
  return key === undefined ? value : `${JSON.stringify(key)}: ${value}`;
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

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to);
}

/** The text of a JSON object with this value under a key of it, or with undefined without the key. */
export function setKey(text: string, key: string, value: unknown): string {
  const { eol, step } = layoutOf(text);
  const formattingOptions = { eol, insertSpaces: !step.includes('\t'), tabSize: step.length };
  return applyEdits(text, modify(text, [key], value, { formattingOptions }));
}
