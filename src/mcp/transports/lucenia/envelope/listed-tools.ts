import { isRecord } from '../../../../core/json.ts';
import { parametersSchema } from './parameters-schema.ts';

type Tool = Record<string, unknown>;

/** A result of tools/list in the shape of MCP. `details` gets the definition of a tool whose entry has no parameters. */
export async function toListedTools(
  result: unknown,
  details: (name: string) => Promise<unknown>,
): Promise<unknown> {
  if (!isRecord(result) || !Array.isArray(result['tools'])) return result;
  const tools = await Promise.all(
    result['tools'].map(async (tool: unknown) => {
      if (!isRecord(tool)) return tool;
      if (hasParameters(tool) || typeof tool['name'] !== 'string') return toTool(tool);
      return toTool({ ...tool, ...definitionIn(await details(tool['name'])) });
    }),
  );
  return { ...result, tools };
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
