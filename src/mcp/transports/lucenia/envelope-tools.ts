import { isRecord, type JsonObject } from '../../../core/json.ts';

/** Deeper parameters are taken as they are. */
const MAX_DEPTH = 16;

/** The types of JSON Schema, by these names and by those that other languages have for them. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['string', 'str', 'text', 'keyword'],
    number: ['number', 'float', 'double'],
    integer: ['integer', 'int', 'long'],
    boolean: ['boolean', 'bool'],
    array: ['array', 'list'],
    object: ['object', 'map'],
    null: ['null'],
  }).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** How many tools of one list are asked for one by one. */
const MAX_DESCRIBED = 100;

/** A result of tools/list in the shape of MCP. `details` gets the definition of a tool whose entry has no parameters. */
export async function toListedTools(
  result: unknown,
  details: (name: string) => Promise<unknown>,
): Promise<unknown> {
  if (!isRecord(result) || !Array.isArray(result['tools'])) return result;
  let described = 0;
  const complete = async (tool: unknown): Promise<unknown> => {
    if (!isRecord(tool)) return tool;
    const { name } = tool;
    if (hasParameters(tool) || typeof name !== 'string' || described === MAX_DESCRIBED) return toTool(tool);
    described += 1;
    return toTool({ ...tool, ...definitionIn(await details(name)) });
  };
  return { ...result, tools: await Promise.all(result['tools'].map(complete)) };
}

/**
 * The `parameters` of a tool as a JSON Schema: an object of properties, each with a `required` of its own, becomes one whose
 * `required` is a list. What is a schema already is taken as it is.
 */
export function parametersSchema(parameters: unknown): JsonObject {
  if (!isRecord(parameters)) return { type: 'object' };
  if (parameters['type'] === 'object') return parameters as JsonObject;
  return objectSchema(parameters, 0);
}

function objectSchema(parameters: Record<string, unknown>, depth: number): JsonObject {
  const entries = Object.entries(parameters);
  const required = entries.filter(([, value]) => isRecord(value) && value['required'] === true);
  const properties = entries.map(([name, value]) => [name, propertySchema(value, depth)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
  };
}

function propertySchema(value: unknown, depth: number): JsonObject {
  if (typeof value === 'string') return typeSchema(value);
  if (!isRecord(value)) return {};
  if (depth > MAX_DEPTH) return value as JsonObject;
  const { type, required, properties, items, ...rest } = value;
  return {
    ...(rest as JsonObject),
    ...(typeof type === 'string' ? typeSchema(type) : type === undefined ? {} : { type: type as JsonObject }),
    ...(Array.isArray(required) ? { required } : {}),
    ...(isRecord(properties) ? objectSchema(properties, depth + 1) : {}),
    ...(items === undefined ? {} : { items: propertySchema(items, depth + 1) }),
  };
}

/** A type that JSON Schema does not know says nothing to those who check by it. */
function typeSchema(type: string): JsonObject {
  const known = TYPES.get(type.toLowerCase());
  return known === undefined ? {} : { type: known };
}

type Tool = Record<string, unknown>;

/** One definition in the shape of MCP; what it does not know is kept. */
function toTool({ parameters, ...tool }: Tool): Tool {
  return 'inputSchema' in tool ? tool : { ...tool, inputSchema: parametersSchema(parameters) };
}

function hasParameters(tool: Tool): boolean {
  return isRecord(tool['parameters']) || isRecord(tool['inputSchema']);
}

/** The documentation does not show the result of tools/get: the tool itself, or one within. */
function definitionIn(result: unknown): Tool {
  if (!isRecord(result)) return {};
  return isRecord(result['tool']) ? result['tool'] : result;
}
