import { isRecord } from '../../../../core/json.ts';
import { parametersSchema } from './parameters-schema.ts';

/** How many tools of one list are asked for one by one. */
const MAX_DESCRIBED = 100;

type Tool = Record<string, unknown>;

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
