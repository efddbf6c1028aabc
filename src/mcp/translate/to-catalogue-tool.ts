import { defined, isRecord, type JsonObject, recordOf } from '../../core/json.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import { qualifiedName } from '../../core/text/tool-names.ts';
import { describe, entitle, MAX_DESCRIPTION_CHARS, usableId } from './server-text.ts';

/** What the texts inside one schema may have together. */
const MAX_TEXT_CHARS = 16 * 1024;
/** What is written for readers. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);
/** Where values stand, which are not the server's words about something and stay as they are. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const MAX_SCHEMA_CHARS = 256 * 1024;
/** Accepts any arguments: what a tool gets whose own schema cannot be used. */
const OPEN_SCHEMA: JsonObject = { type: 'object' };
const MAX_NAME_CHARS = 256;
const MAX_ANNOTATIONS_CHARS = 4096;

/** A tool with what the host has to know to call it. */
export interface HostTool extends CatalogueTool {
  /** Its server runs it as a task, and not otherwise. */
  isTask?: true;
}

type ParsedTool = { tool: HostTool; problem?: string } | { tool: null; problem: string };

/** One definition of a tools/list result. `problem` says what is wrong with it, whether or not the tool can be used. */
export function toCatalogueTool(server: string, raw: unknown): ParsedTool {
  if (!isRecord(raw)) return { tool: null, problem: 'a tool that is not an object was skipped' };
  const name = usableId(raw['name'], MAX_NAME_CHARS);
  if (name === undefined) return { tool: null, problem: 'a tool without a usable name was skipped' };
  const { schema, problem } = toInputSchema(raw['inputSchema']);
  const tool = defined({
    name: qualifiedName(server, name),
    server,
    tool: name,
    title: entitle(raw['title']),
    description: describe(raw['description']),
    inputSchema: schema,
    outputSchema: outputSchema(raw['outputSchema']),
    annotations: annotations(raw['annotations']),
    isTask: recordOf(raw['execution'])['taskSupport'] === 'required' ? (true as const) : undefined,
  });
  return {
    tool,
    ...(problem === undefined ? {} : { problem: `tool ${name}: ${problem}; any arguments are taken` }),
  };
}

/** Whether it can be used shows when a result is first held against it. */
function outputSchema(raw: unknown): JsonObject | undefined {
  const isUsable = isRecord(raw) && JSON.stringify(raw).length <= MAX_SCHEMA_CHARS;
  return isUsable ? (cleanSchema(raw) as JsonObject) : undefined;
}

/** Hints for readers; of the server's own words only its title. */
function annotations(raw: unknown): JsonObject | undefined {
  if (!isRecord(raw) || JSON.stringify(raw).length > MAX_ANNOTATIONS_CHARS) return undefined;
  return cleanSchema(raw) as JsonObject;
}

interface InputSchema {
  schema: JsonObject;
  /** What had to be given up, in words, so that it can be said once. */
  problem?: string;
}

/**
 * A tool's input schema in the form that every MCP client takes: an object at its root, whose properties are objects.
 * A schema without `type` is completed; one that cannot be used is replaced by an open one, so that the tool stays.
 */
export function toInputSchema(raw: unknown): InputSchema {
  if (raw === undefined || raw === null) return { schema: OPEN_SCHEMA };
  if (!isRecord(raw)) return unusable('is not an object');
  if (JSON.stringify(raw).length > MAX_SCHEMA_CHARS)
    return unusable(`is over ${MAX_SCHEMA_CHARS} characters`);
  if (raw.type !== undefined && raw.type !== 'object') return unusable('is not for an object');

  const { properties, required } = raw;
  if (properties !== undefined && !isRecord(properties)) return unusable('has malformed properties');
  if (required !== undefined && !isListOfStrings(required))
    return unusable('has a malformed list "required"');
  const schema = { ...cleanSchema(raw), type: 'object' } as JsonObject;
  if (properties === undefined) return { schema };

  const usable = Object.entries(schema['properties'] as JsonObject).map(
    ([name, property]) => [name, propertySchema(property)] as const,
  );
  if (usable.some(([, property]) => property === null)) return unusable('has malformed properties');
  return { schema: { ...schema, properties: Object.fromEntries(usable) as JsonObject } };
}

/** A JSON Schema whose texts are safe to draw and to hand to a model, and not longer than they have to be. */
function cleanSchema(schema: Record<string, unknown>): Record<string, unknown> {
  let left = MAX_TEXT_CHARS;
  const cleanTextOf = (text: string): string => {
    const cleaned = describe(text, Math.min(left, MAX_DESCRIPTION_CHARS));
    left = Math.max(0, left - cleaned.length);
    return cleaned;
  };
  const clean = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return TEXTS.has(key) ? cleanTextOf(value) : value;
    if (VALUES.has(key)) return value;
    if (Array.isArray(value)) return value.map((item) => clean('', item));
    return isRecord(value) ? cleanObject(value) : value;
  };
  const cleanObject = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, clean(key, value)]));
  return cleanObject(schema);
}

/** `true` and `false` are schemas too, but most clients only take objects. */
function propertySchema(raw: unknown): Record<string, unknown> | null {
  if (raw === true) return {};
  if (raw === false) return { not: {} };
  return isRecord(raw) ? raw : null;
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function unusable(why: string): InputSchema {
  return { schema: OPEN_SCHEMA, problem: `its input schema ${why}` };
}
