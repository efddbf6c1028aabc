import { isRecord, type JsonObject, defined, recordOf } from '../../core/json.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import { qualifiedName } from '../../core/text/tool-names.ts';
import { cleanSchema } from './clean-schema.ts';
import { describe, entitle, usableId } from './server-text.ts';
import { MAX_SCHEMA_CHARS, toInputSchema } from './to-input-schema.ts';

const MAX_NAME_CHARS = 256;
const MAX_ANNOTATIONS_CHARS = 4096;

/** A tool with what the host has to know to call it. */
export interface HostTool extends CatalogueTool {
  /** Its server runs it as a task, and not otherwise. */
  isTask?: true;
}

export type ParsedTool = { tool: HostTool; problem?: string } | { tool: null; problem: string };

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
