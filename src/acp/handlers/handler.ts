import { INVALID_PARAMS, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import { REQUEST_CANCELLED } from '../wire/agent-error.ts';

/**
 * Answers one kind of request from an agent. `signal` aborts when the agent withdraws it, the turn is cancelled or the
 * connection closes. A thrown RpcError is the answer.
 */
export type RequestHandler = (
  session: AcpSession,
  params: RpcParams,
  signal: AbortSignal,
) => Promise<RpcParams>;

/** Nothing that belongs to a turn is begun when that has been cancelled. */
export function requireTurn(signal: AbortSignal): void {
  if (signal.aborted) throw new RpcError(REQUEST_CANCELLED, 'The turn was cancelled.');
}

/** A required text. */
export function requireText(params: RpcParams, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw new RpcError(INVALID_PARAMS, `${key} must be a string`);
  return value;
}

/** An optional number of at least `minimum`; null counts as missing. */
export function optionalInteger(params: RpcParams, key: string, minimum: number): number | undefined {
  const value = params[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new RpcError(INVALID_PARAMS, `${key} must be a number`);
  return Math.max(minimum, Math.floor(value));
}
