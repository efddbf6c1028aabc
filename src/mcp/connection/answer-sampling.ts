import { SimseError } from '../../core/errors.ts';
import type { Sample } from '../../core/ports/mcp-host.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import { toSamplingRequest } from '../translate/to-sampling-request.ts';

/** What the protocol has for a request that the user does not allow. */
const REJECTED_BY_USER = -1;

/** Answers `sampling/createMessage` by the user's model. A thrown RpcError is the answer. */
export async function answerSampling(
  sample: Sample,
  server: string,
  params: RpcParams,
  signal: AbortSignal,
): Promise<RpcParams> {
  if (params['tools'] !== undefined) throw new RpcError(INVALID_PARAMS, 'simse offers no tools for sampling');
  const request = toSamplingRequest(server, params);
  if (request === null) throw new RpcError(INVALID_PARAMS, 'a sampling request needs messages and maxTokens');
  try {
    const { text, model, stopReason } = await sample(request, { signal });
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    const code = error.code === 'denied' ? REJECTED_BY_USER : INTERNAL_ERROR;
    throw new RpcError(code, error.message);
  }
}
