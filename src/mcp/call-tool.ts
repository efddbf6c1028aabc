import { setTimeout as delay } from 'node:timers/promises';
import { SimseError } from '../core/errors.ts';
import { type JsonObject, numberOf, recordOf, recordsOf, textOf } from '../core/json.ts';
import type { ToolCallOptions, ToolResult } from '../core/ports/catalogue.ts';
import { RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import { cleanLine, cleanText } from '../core/text/clean-text.ts';
import type { ServerRequests } from './server/server-requests.ts';
import type { ServerSupervisor } from './server/server-supervisor.ts';
import type { HostTool } from './translate/to-catalogue-tool.ts';
import { toFailedResult, toToolResult } from './translate/to-content.ts';

/** How often a task is looked at when its server does not say, and the bounds of what it may say. */
const POLL_MS = 1000;
const LEAST_POLL_MS = 100;
const LONGEST_POLL_MS = 10_000;
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

/**
 * Calls a tool that its server runs as a task: it is begun, looked at from time to time, which keeps the call alive, and
 * its result is waited for. Whoever interrupts the call cancels the task. Resolves with the result as it came; rejects as
 * the server's requests do.
 */
async function callAsTask(
  requests: ServerRequests,
  params: RpcParams,
  options: ToolCallOptions,
): Promise<unknown> {
  const begun = await requests.request('tools/call', { ...params, task: {} }, options);
  const { taskId, pollInterval } = recordOf(recordOf(begun)['task']);
  if (typeof taskId !== 'string') return begun;
  const ended = new AbortController();
  const either = AbortSignal.any([ended.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const cancel = (): void => void requests.tryRequest('tasks/cancel', { taskId });
  options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([
      requests.request('tasks/result', { taskId }, { ...options, signal: either, timeoutMs: null }),
      watchTask(requests, taskId, clampPoll(pollInterval), options, ended.signal),
    ]);
  } finally {
    ended.abort();
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Tells what the server says of the task. Rejects when it says nothing any more, and resolves only after the end. */
async function watchTask(
  requests: ServerRequests,
  taskId: string,
  pollMs: number,
  { onProgress }: ToolCallOptions,
  ended: AbortSignal,
): Promise<void> {
  let told = '';
  for (let progress = 1; ; progress += 1) {
    const isOver = await delay(pollMs, false, { signal: ended }).catch(() => true);
    if (isOver) return;
    const { statusMessage } = recordOf(await requests.request('tasks/get', { taskId }));
    const message = cleanLine(textOf(statusMessage) ?? '');
    if (message === '' || message === told) continue;
    told = message;
    onProgress?.({ progress, message });
  }
}

function clampPoll(interval: unknown): number {
  return Math.min(Math.max(numberOf(interval) ?? POLL_MS, LEAST_POLL_MS), LONGEST_POLL_MS);
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
    hint: `simse mcp pins ${server} shows how it differs, simse mcp pins accept ${server} accepts it.`,
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
