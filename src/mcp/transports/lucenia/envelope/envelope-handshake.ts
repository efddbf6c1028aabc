import { setTimeout as delay } from 'node:timers/promises';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../../../../core/rpc/rpc-message.ts';
import { toInitializeResult } from './server-info.ts';

/** How long server/info may go unanswered before `initialize` is tried as well. */
const PATIENCE_MS = 1000;

export interface Handshake {
  /** As of `initialize`. */
  result: unknown;
  /** Whether the server knows `initialize`, and with it the rest of MCP. */
  isStandard: boolean;
}

/**
 * The handshake with a server that documents none. `server/info` is asked first: who has only that would be slow to refuse
 * `initialize`. A server that does not know it, or does not answer, is asked to initialize, and the first result counts.
 */
export async function shakeHands(
  params: RpcParams,
  call: (method: string, params: RpcParams) => Promise<unknown>,
): Promise<Handshake> {
  const introduced = call('server/info', {}).then((info) => ({
    result: toInitializeResult(info),
    isStandard: false,
  }));
  const isInitializeWanted = introduced.then(
    () => false,
    (error: unknown) => error instanceof RpcError && error.code === METHOD_NOT_FOUND,
  );
  if (!(await Promise.race([isInitializeWanted, delay(PATIENCE_MS, true, { ref: false })])))
    return introduced;

  const initialized = call('initialize', params).then((result) => ({ result, isStandard: true }));
  try {
    return await Promise.any([initialized, introduced]);
  } catch {
    // Neither is known: what the server says to the standard one is what counts.
    return initialized;
  }
}
