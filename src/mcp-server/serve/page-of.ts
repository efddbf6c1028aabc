import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';

const PAGE = 100;

/** A page of a list, and the cursor of the next one. Throws what a client is told for a cursor that is not ours. */
export function pageOf<T>(all: readonly T[], cursor = '0'): { page: T[]; next: { nextCursor?: string } } {
  const from = Number(cursor);
  if (!Number.isInteger(from) || from < 0) throw new RpcError(INVALID_PARAMS, 'Invalid cursor');
  const end = from + PAGE;
  return { page: all.slice(from, end), next: end < all.length ? { nextCursor: String(end) } : {} };
}
