import { createHash } from 'node:crypto';
import { revealText } from '../../core/text/reveal-text.ts';
import { isRecord } from '../../core/json.ts';

/** What a tool's definition is, for holding it against what it was. */
export interface ToolDefinition {
  name: string;
  /** Of all that the definition says, also of what cannot be seen. */
  hash: string;
  /** For people: nothing invisible in it, and its end left out where it is very long. */
  text: string;
}

/** The definitions of a server's tools, by the tools' names. */
export type Definitions = ReadonlyMap<string, ToolDefinition>;

/** By this name what a server says to the model is pinned beside its tools. No tool can be called so. */
export const INSTRUCTIONS = ' instructions';

/** In the order in which people read them. What else a server sends along changes nothing about the tool. */
const FIELDS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
const MAX_TEXT_CHARS = 64 * 1024;
const HASH_CHARS_SHOWN = 12;

/** The definitions of a tools/list result, by name, each as the server sent it; of two of a name the first counts. */
export function readDefinitions(raw: readonly unknown[]): Map<string, ToolDefinition> {
  const definitions = new Map<string, ToolDefinition>();
  for (const item of raw) {
    if (!isRecord(item) || typeof item['name'] !== 'string' || definitions.has(item['name'])) continue;
    definitions.set(item['name'], readDefinition(item['name'], item));
  }
  return definitions;
}

function readDefinition(name: string, raw: Record<string, unknown>): ToolDefinition {
  const said = FIELDS.map((field) => [field, inOrder(raw[field])] as const).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const text = said.map(([field, value]) => fieldText(field, value)).join('');
  return { name, hash, text: cutText(text, hash) };
}

/** A value whose objects have their keys in order, so that the same definition is always the same text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}

/** A text of several lines stands below its name, each behind a bar, so that none of them passes for a field. */
function fieldText(field: string, value: unknown): string {
  if (typeof value !== 'string') return `${field}: ${revealText(JSON.stringify(value, null, 2))}\n`;
  const shown = revealText(value);
  return shown.includes('\n') ? `${field}:\n${shown.replace(/^/gm, '  | ')}\n` : `${field}: ${shown}\n`;
}

/** A change behind the cut still shows: the hash is part of what is said about the rest. */
function cutText(text: string, hash: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const left = text.length - MAX_TEXT_CHARS;
  const note = `[${left} more characters; the whole has the hash ${hash.slice(0, HASH_CHARS_SHOWN)}]`;
  return `${text.slice(0, MAX_TEXT_CHARS)}\n${note}\n`;
}
