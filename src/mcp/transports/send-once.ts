import { codeOf, messageOf, SimseError } from '../../core/errors.ts';
import { networkProblem, ProxyFailure } from '../../platform/http/network-problems.ts';
import { type HttpRequest, sendHttp } from '../../platform/http/send-http.ts';
import { TransportFailure } from './server-transport.ts';

/**
 * One HTTP request, which follows no redirects and has no time limit. Resolves with the head of the answer. Rejects with a
 * SimseError, or with the AbortError of the signal, which ends the body as well.
 */
export async function sendOnce(url: URL, request: HttpRequest): Promise<Response> {
  try {
    return await sendHttp(url, request);
  } catch (error) {
    throw toNetworkFailure(error, url);
  }
}

/** Makes a failure of node:http one that a user can read. What is none, such as an abort, is returned as it is. */
export function toNetworkFailure(error: unknown, url: URL): unknown {
  if (error instanceof ProxyFailure) return throughProxy(error, url);
  const code = codeOf(error);
  if (code === '' || code === 'ABORT_ERR') return error;
  const known = networkProblem(error);
  if (known?.isUnsent === true) {
    const hint = known.hint === undefined ? {} : { hint: known.hint };
    return new TransportFailure('unreachable', `cannot be reached: ${known.reason} (${url.host})`, {
      ...hint,
      cause: error,
    });
  }
  const what = code.startsWith('HPE_')
    ? 'answered with something that is not HTTP'
    : 'dropped the connection';
  return new SimseError('mcp_failed', `${what}: ${messageOf(error)} (${url.host})`, { cause: error });
}

/** What no second attempt would change is a matter of the configuration. */
function throughProxy({ message, hint, isFinal, cause }: ProxyFailure, url: URL): SimseError {
  const options = { ...(hint === undefined ? {} : { hint }), cause };
  const whole = `cannot be reached (${url.host}): ${message}`;
  return isFinal
    ? new SimseError('config', whole, options)
    : new TransportFailure('unreachable', whole, options);
}
