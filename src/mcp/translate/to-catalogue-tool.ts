import { isRecord, type JsonObject } from '../../core/json.ts';
import type { CatalogueTool } from '../../core/ports.ts';
import { qualifiedName } from '../../core/tool-names.ts';
import { toInputSchema } from './to-input-schema.ts';

const MAX_NAME_CHARS = 256;
const MAX_DESCRIPTION_CHARS = 64 * 1024;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/u;

export type ParsedTool = { tool: CatalogueTool; problem?: string } | { tool: null; problem: string };

/** One definition of a tools/list result. `problem` says what is wrong with it, whether or not the tool can be used. */
export function toCatalogueTool(server: string, raw: unknown): ParsedTool {
  if (!isRecord(raw)) return { tool: null, problem: 'a tool that is not an object was skipped' };
  const { name, title, description, annotations } = raw;
  if (
    typeof name !== 'string' ||
    name === '' ||
    name.length > MAX_NAME_CHARS ||
    CONTROL_CHARACTERS.test(name)
  ) {
    return { tool: null, problem: 'a tool without a usable name was skipped' };
  }
  const { schema, problem } = toInputSchema(raw.inputSchema);
  const tool: CatalogueTool = {
    name: qualifiedName(server, name),
    server,
    tool: name,
    ...(typeof title === 'string' ? { title } : {}),
    description: typeof description === 'string' ? description.slice(0, MAX_DESCRIPTION_CHARS) : '',
    inputSchema: schema,
    ...(isRecord(annotations) ? { annotations: annotations as JsonObject } : {}),
  };
  return {
    tool,
    ...(problem === undefined ? {} : { problem: `tool ${name}: ${problem}; any arguments are taken` }),
  };
}
