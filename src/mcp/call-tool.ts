import { cleanText } from '../core/text/clean-text.ts';
import { SimseError } from '../core/errors.ts';
import { type JsonObject, recordOf, recordsOf } from '../core/json.ts';
import type { ToolCallOptions, ToolResult } from '../core/ports/catalogue.ts';
import { RpcError } from '../core/rpc/rpc-message.ts';
import { callAsTask } from './call-task.ts';
import type { ServerSupervisor } from './server/server-supervisor.ts';
import { toFailedResult, toToolResult } from './translate/to-tool-result.ts';
import type { HostTool } from './translate/to-catalogue-tool.ts';

/** The server can go on once the user has been to some pages. */
const URL_ELICITATION_REQUIRED = -32042;
const MAX_PAGES = 5;

/**
 * Calls a tool by the name that its server gave it. A failure that the server reports is a result; one that keeps it from
 * reporting rejects with a SimseError, as does a tool that has changed. Progress keeps a call alive, whether or not anybody wants to know.
 */
export async function callTool(
  server: ServerSupervisor,
  name: string,
  args: JsonObject,
  { signal, onProgress = () => {} }: ToolCallOptions,
): Promise<ToolResult> {
  const connected = server.requests.connected('tools/call', signal);
  const connection = connected instanceof Promise ? await connected : connected;
  const tool = requireTool(server, name);
  const options = signal === undefined ? { onProgress } : { signal, onProgress };
  const call = async (): Promise<ToolResult> => {
    const params = { name, arguments: args };
    const answer =
      tool.isTask === true
        ? callAsTask(server.requests, params, options)
        : server.requests.request('tools/call', params, options);
    return checked(server, tool, toToolResult(await answer));
  };
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const pages = pagesToVisit(error);
    const { signal: never } = new AbortController();
    // It was turned away before it was run.
    if (pages.length > 0 && (await connection.showPages(pages, signal ?? never)))
      return call().catch(toFailure);
    return toFailure(error);
  }
}

function requireTool({ config, lists }: ServerSupervisor, name: string): HostTool {
  const tool = lists.tools.items.find((offered) => offered.tool === name);
  if (tool !== undefined) return requireApproved(tool);
  throw new SimseError('not_found', `server ${config.name} offers no tool ${name}`, {
    hint: `\`simse mcp tools ${config.name}\` lists what it offers.`,
  });
}

/** The gate asks about a change before it comes here. */
function requireApproved(tool: HostTool): HostTool {
  if (tool.change === undefined) return tool;
  const { name, server } = tool;
  throw new SimseError('denied', `${name} is not what was approved`, {
    hint: `simse mcp pins ${server} shows how it differs, simse mcp pins accept ${server} approves of it.`,
  });
}

function toFailure(error: unknown): ToolResult {
  if (!(error instanceof RpcError)) throw error;
  return toFailedResult(cleanText(error.message));
}

function pagesToVisit({ code, data }: RpcError): Record<string, unknown>[] {
  return code === URL_ELICITATION_REQUIRED
    ? recordsOf(recordOf(data)['elicitations']).slice(0, MAX_PAGES)
    : [];
}

/** A result that is not what the tool has promised is kept, and that is logged. */
async function checked(
  server: ServerSupervisor,
  { tool, outputSchema }: HostTool,
  result: ToolResult,
): Promise<ToolResult> {
  if (outputSchema === undefined || result.isError || result.structuredContent === undefined) return result;
  const { checkOutput } = await import('./check-output.ts');
  const problem = checkOutput(outputSchema, result.structuredContent);
  if (problem !== null) server.log(`warning: the result of ${tool} ${problem}`);
  return result;
}
