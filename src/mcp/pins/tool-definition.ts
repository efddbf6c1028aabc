import { createHash } from 'node:crypto';
import { isRecord } from '../../core/json.ts';
import { revealText } from '../../core/text/reveal-text.ts';
import type { ToolChange } from '../../core/tool-call.ts';

/** By this name what a server says to the model is pinned beside its tools. No tool can be called so. */
export const INSTRUCTIONS = ' instructions';
/** In the order in which people read them. What else a server sends along changes nothing about the tool. */
const FIELDS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
const MAX_TEXT_CHARS = 64 * 1024;
const HASH_CHARS_SHOWN = 12;
const NOT_KEPT = 'The definition that was approved was too long to be kept.\n';
const MAX_NAMED = 5;

/** What a tool's definition is, for holding it against what it was. */
export interface PinnedTool {
  name: string;
  /** Of all that the definition says, also of what cannot be seen. */
  hash: string;
  /** For people: nothing invisible in it, and its end left out where it is very long. */
  text: string;
}

/** The definitions of a server's tools, by the tools' names. */
export type Definitions = ReadonlyMap<string, PinnedTool>;

/** The definitions of a tools/list result, by name, each as the server sent it; of two of a name the first counts. */
export function readDefinitions(raw: readonly unknown[]): Map<string, PinnedTool> {
  const definitions = new Map<string, PinnedTool>();
  for (const item of raw) {
    if (!isRecord(item) || typeof item['name'] !== 'string' || definitions.has(item['name'])) continue;
    definitions.set(item['name'], readDefinition(item['name'], item));
  }
  return definitions;
}

function readDefinition(name: string, raw: Record<string, unknown>): PinnedTool {
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

/** What is not as it was pinned. A tool that is gone is no change, and none when it comes back as it was. */
export function compareTools(pinned: Definitions, offered: Definitions): Map<string, ToolChange> {
  const changes = new Map<string, ToolChange>();
  for (const { name, hash, text } of offered.values()) {
    const before = pinned.get(name);
    if (before === undefined) changes.set(name, { kind: 'new', before: '', after: text, hash });
    else if (before.hash !== hash)
      changes.set(name, { kind: 'changed', before: before.text || NOT_KEPT, after: text, hash });
  }
  return changes;
}

/** What the user should know of changes, one line each kind, without the server's name. */
export function describeChanges(changes: ReadonlyMap<string, ToolChange>): string[] {
  const named = (kind: ToolChange['kind']): string[] =>
    [...changes].filter(([, change]) => change.kind === kind).map(([name]) => name);
  const lines = [
    { names: named('changed'), what: 'tools have changed since they were approved' },
    { names: named('new'), what: 'tools are new since its tools were approved' },
  ];
  return lines
    .filter(({ names }) => names.length > 0)
    .map(({ names, what }) => `${what}: ${listNames(names)} (simse mcp pins shows how)`);
}

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
