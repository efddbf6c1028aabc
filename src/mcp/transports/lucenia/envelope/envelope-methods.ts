import { textOf } from '../../../../core/json.ts';
import { RpcError } from '../../../../core/rpc/rpc-message.ts';
import { TransportFailure } from '../../transport-failure.ts';
import { callAsync, isAsyncCall } from './async-call.ts';
import { toCallResult, toFailedCall } from './call-result.ts';
import { shakeHands } from './envelope-handshake.ts';
import { toListedTools } from './listed-tools.ts';
import { TOOL_EXECUTION_FAILED } from '../../../../core/rpc/lucenia-codes.ts';
import type { EnvelopeRequest } from './envelope-request.ts';

/** Runs a request of MCP by the methods that the documented wire has. Resolves with a result in the shape of MCP. */
export async function runRequest(request: EnvelopeRequest): Promise<unknown> {
  const { method, params, isStandard, call } = request;
  switch (method) {
    case 'initialize': {
      const handshake = await shakeHands(params, call);
      request.onHandshake(handshake);
      return handshake.result;
    }
    case 'ping':
      await call(isStandard ? 'ping' : 'server/ping', {});
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
    return await call('tools/get', { name });
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
