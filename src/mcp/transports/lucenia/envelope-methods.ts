import { randomUUID } from 'node:crypto';
import { SimseError } from '../../../core/errors.ts';
import { defined, isRecord, recordOf, textOf } from '../../../core/json.ts';
import { RpcError, type RpcParams } from '../../../core/rpc/rpc-message.ts';
import { GET_TOOL, SERVER_PING, TOOL_EXECUTION_FAILED } from '../../protocol/lucenia-names.ts';
import { TransportFailure } from '../server-transport.ts';
import { type Handshake, initializeSession } from './envelope-handshake.ts';
import { toListedTools } from './envelope-tools.ts';
import { explain } from './lucenia-wire.ts';
import type { CallOptions, RunningNews } from './open-calls.ts';

/** How long an asynchronous call may take. */
const LIMIT_MS = 60 * 60 * 1000;
/** How often it is said that one still runs, which keeps its deadline from passing; less for a shorter deadline. */
const BEAT_MS = 10_000;

/** A request of MCP, and the means to run it. */
export interface EnvelopeRequest {
  method: string;
  params: RpcParams;
  /** Milliseconds until the host gives it up, unless there is progress. */
  timeoutMs: number;
  /** Whether the server is to run this tool asynchronously. */
  isAsyncTool(name: string): boolean;
  /** Whether the server knows `initialize`, and so `ping`. */
  isStandard: boolean;
  /** Ends the request. */
  stop: AbortController;
  call(method: string, params: RpcParams, options?: Pick<CallOptions, 'callback'>): Promise<unknown>;
  onHandshake(handshake: Handshake): void;
  /** A progress notification, without its token. */
  onProgress(progress: object): void;
}

/** Runs a request of MCP by the methods that the documented wire has. Resolves with a result in the shape of MCP. */
export async function runRequest(request: EnvelopeRequest): Promise<unknown> {
  const { method, params, isStandard, call } = request;
  switch (method) {
    case 'initialize': {
      const handshake = await initializeSession(params, call);
      request.onHandshake(handshake);
      return handshake.result;
    }
    case 'ping':
      await call(isStandard ? 'ping' : SERVER_PING, {});
      return {};
    case 'tools/list':
      return toListedTools(await call(method, params), (name) => describeTool(name, call));
    case 'tools/call':
      return callTool(request);
    default:
      return call(method, params);
  }
}

/** A tool that cannot be described is still a tool, unless the server only was not to be asked now. */
async function describeTool(name: string, call: EnvelopeRequest['call']): Promise<unknown> {
  try {
    return await call(GET_TOOL, { name });
  } catch (error) {
    if (error instanceof TransportFailure) throw error;
    return null;
  }
}

async function callTool(request: EnvelopeRequest): Promise<unknown> {
  const { method, params, isAsyncTool, call } = request;
  const isAsync = isAsyncCall(params) || isAsyncTool(textOf(params['name']) ?? '');
  try {
    return toCallResult(await (isAsync ? callAsync(request) : call(method, params)));
  } catch (error) {
    if (error instanceof RpcError && error.code === TOOL_EXECUTION_FAILED) return toFailedCall(error);
    throw error;
  }
}

/** Whether the caller asks for it itself. */
function isAsyncCall(params: RpcParams): boolean {
  return recordOf(params['options'])['async'] === true;
}

/** A tools/call whose result may come long after its answer. */
export async function callAsync({
  method,
  params,
  timeoutMs,
  stop,
  call,
  onProgress,
}: EnvelopeRequest): Promise<unknown> {
  const options = recordOf(params['options']);
  const id = textOf(options['callback_id']) ?? randomUUID();
  let beats = 0;
  const beat = (news: Partial<RunningNews> = {}): void => {
    beats += 1;
    const { progress = beats, total, message } = news;
    onProgress(defined({ progress, total, message }));
  };
  const timer = setInterval(beat, Math.min(timeoutMs / 3, BEAT_MS));
  const limit = setTimeout(() => stop.abort(tooLong()), LIMIT_MS);
  try {
    const asked = { ...params, options: { ...options, async: true, callback_id: id } };
    return await call(method, asked, { callback: { id, onRunning: beat } });
  } finally {
    clearInterval(timer);
    clearTimeout(limit);
  }
}

function tooLong(): SimseError {
  return new SimseError('timeout', `did not call back within ${LIMIT_MS / 60_000} minutes`);
}

/** A result of tools/call in the shape of MCP: tools of this wire answer with whatever JSON they like. */
export function toCallResult(result: unknown): Record<string, unknown> {
  if (isRecord(result) && isCallResult(result)) return result;
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  return { content: [{ type: 'text', text }], ...(isRecord(result) ? { structuredContent: result } : {}) };
}

function isCallResult({ content, structuredContent, isError }: Record<string, unknown>): boolean {
  return Array.isArray(content) || isRecord(structuredContent) || isError === true;
}

/** A tool that failed is a result: the backend shall read it. */
function toFailedCall(error: RpcError): Record<string, unknown> {
  return { content: [{ type: 'text', text: explain(error) }], isError: true };
}
