import * as z from 'zod';
import { blocksToText } from '../../core/content.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  RpcError,
} from '../../core/rpc/rpc-message.ts';
import {
  RATE_LIMIT_EXCEEDED,
  TOOL_EXECUTION_FAILED,
  TOOL_NOT_FOUND,
} from '../../mcp/protocol/lucenia-names.ts';
import { failureText } from '../translate/to-wire-result.ts';

export function parseError(reason: string): RpcError {
  return new RpcError(PARSE_ERROR, 'Parse error', { reason });
}

/** A request that is none. `field` is what is wrong with it, by its path in the body. */
export function invalidRequest(field: string, reason: string): RpcError {
  return new RpcError(INVALID_REQUEST, 'Invalid Request', { field, reason });
}

export function methodNotFound(method: string): RpcError {
  return new RpcError(METHOD_NOT_FOUND, 'Method not found', { method });
}

export function invalidParams(field: string, reason: string): RpcError {
  return new RpcError(INVALID_PARAMS, 'Invalid params', { field, reason });
}

export function toolNotFound(name: string): RpcError {
  return new RpcError(TOOL_NOT_FOUND, 'Tool not found', { name });
}

/** @param retryAfter in seconds; left out when nobody knows. */
export function rateLimitExceeded(reason: string, retryAfter?: number): RpcError {
  const wish = retryAfter === undefined ? {} : { retry_after: Math.ceil(retryAfter * 1000) / 1000 };
  return new RpcError(RATE_LIMIT_EXCEEDED, 'Rate limit exceeded', { reason, ...wish });
}

/** A tool that ran, and says that it did not work. */
export function toolFailed(name: string, { content }: Pick<ToolResult, 'content'>): RpcError {
  return executionFailed(name, blocksToText(content));
}

/** What a tool has thrown: arguments that it cannot take, an expected failure, or a bug. */
export function toolError(name: string, thrown: unknown): RpcError {
  if (!(thrown instanceof SimseError)) return internalError(thrown);
  if (thrown.code === 'usage') return invalidArguments(thrown);
  return executionFailed(name, failureText(thrown));
}

export function internalError(thrown: unknown): RpcError {
  return new RpcError(INTERNAL_ERROR, 'Internal error', { reason: messageOf(thrown) });
}

function executionFailed(name: string, reason: string): RpcError {
  return new RpcError(TOOL_EXECUTION_FAILED, 'Tool execution failed', { name, reason });
}

function invalidArguments(error: SimseError): RpcError {
  const issue = error.cause instanceof z.ZodError ? error.cause.issues[0] : undefined;
  if (issue === undefined) return invalidParams('arguments', failureText(error));
  return invalidParams(['arguments', ...issue.path].join('.'), issue.message);
}
