import { codeOf, isMissing, messageOf, SimseError } from '../../core/errors.ts';
import { DENIED, RESOURCE_NOT_FOUND } from '../acp-codes.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';

/** What went wrong with a file, as an answer to the agent. */
export function toFileError(error: unknown, path: string): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof SimseError && error.code === 'denied') return new RpcError(DENIED, error.message);
  if (isMissing(error)) return new RpcError(RESOURCE_NOT_FOUND, `Resource not found: ${path}`, { uri: path });
  if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new RpcError(INVALID_PARAMS, `${path} is not a UTF-8 text file`);
  }
  return new RpcError(INTERNAL_ERROR, messageOf(error));
}
