import { SimseError } from '../../core/errors.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '../../core/rpc/rpc-message.ts';
import { failureText } from '../translate/to-wire-result.ts';

/** simse's own: the gate said no. */
const DENIED = -32003;

/** Why a request of an agent failed, as an error that the protocol knows. What is no SimseError is a bug and thrown on. */
export function toRpcError(error: unknown, method: string): RpcError {
  if (!(error instanceof SimseError)) throw error;
  return new RpcError(codeOf(error, method), failureText(error), { code: error.code });
}

function codeOf({ code }: SimseError, method: string): number {
  if (code === 'denied') return DENIED;
  if (code !== 'not_found') return INTERNAL_ERROR;
  return method.startsWith('resources/') ? RESOURCE_NOT_FOUND : INVALID_PARAMS;
}
