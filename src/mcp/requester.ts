import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { type ClientRequest, McpError, type Progress } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { messageOf, SimseError } from '../core/errors.ts';
import type { ToolCallOptions } from '../core/ports.ts';
import { isNestedDeeper } from './is-nested-deeper.ts';

/** The longest delay a Node timer takes. simse keeps its own deadlines, the SDK's shall never fire. */
export const LONGEST_TIMER_MS = 2_147_483_647;
/** What is nested deeper would overflow the stack of whoever writes it as JSON again. */
const MAX_DEPTH = 100;
const SDK_PREFIX = /^MCP error -?\d+: /;
/** Answers are read by `translate/`: the SDK's schemas throw a whole answer away for one bad field. */
const ANYTHING = z.unknown();

export interface Requester {
  request(request: ClientRequest, options: ToolCallOptions): Promise<unknown>;
  /** Fails everything that is in flight, since the answer to one of them was lost. */
  failAll(error: SimseError): void;
}

/**
 * Requests that always settle: with the answer, a deadline (every sign of progress restarts it), the caller's signal, or
 * the end of the connection. A request that is given up is cancelled at the server. Messages of errors lack their
 * subject: whoever knows the server's name puts it in front.
 */
export function createRequester(
  client: Client,
  timeoutMs: number,
  whyClosed: () => string | null,
): Requester {
  const inFlight = new Set<AbortController>();

  const convert = (error: unknown): SimseError => {
    if (error instanceof SimseError) return error;
    const reason = whyClosed();
    const cause = { cause: error };
    if (reason !== null) return new SimseError('mcp_failed', reason, cause);
    if (error instanceof McpError)
      return new SimseError('tool_failed', error.message.replace(SDK_PREFIX, ''), cause);
    return new SimseError('mcp_failed', `cannot be reached: ${messageOf(error)}`, cause);
  };

  return {
    async request(request, { signal, onProgress }) {
      const ending = new AbortController();
      const expire = (): void => ending.abort(timeoutError(request.method, timeoutMs));
      const cancel = (): void => ending.abort(new SimseError('cancelled', `${request.method} was cancelled`));
      const timer = setTimeout(expire, timeoutMs);
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      inFlight.add(ending);
      try {
        const answer = await client.request(request, ANYTHING, {
          signal: ending.signal,
          timeout: LONGEST_TIMER_MS,
          onprogress(progress) {
            timer.refresh();
            onProgress?.(toProgress(progress));
          },
        });
        return requireShallow(answer, request.method);
      } catch (error) {
        throw ending.signal.reason instanceof SimseError ? ending.signal.reason : convert(error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        inFlight.delete(ending);
      }
    },
    failAll(error) {
      for (const ending of inFlight) ending.abort(error);
    },
  };
}

function requireShallow(answer: unknown, method: string): unknown {
  if (!isNestedDeeper(answer, MAX_DEPTH)) return answer;
  throw new SimseError('protocol', `answered ${method} with JSON nested over ${MAX_DEPTH} levels`);
}

function toProgress({ progress, total, message }: Progress) {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

function timeoutError(method: string, timeoutMs: number): SimseError {
  return new SimseError('timeout', `did not answer ${method} within ${timeoutMs} ms`, {
    hint: 'Raise "timeoutMs" of the server in mcp.json.',
  });
}
