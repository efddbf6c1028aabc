import { messageOf, SimseError } from '../../core/errors.ts';
import { ProxyFailure } from '../../platform/http/proxy-problems.ts';
import { type HttpRequest, sendHttp } from '../../platform/http/send-http.ts';
import { TransportFailure } from './server-transport.ts';

const TRUST_HINT =
  'If you trust it, name a file with the certificate of its authority in the environment variable NODE_EXTRA_CA_CERTS.';

const OFFLINE_HINT = 'Is this machine connected to the network?';

/** Failures from before anything was written. */
const UNREACHABLE: Readonly<Record<string, { reason: string; hint?: string }>> = {
  ECONNREFUSED: { reason: 'connection refused', hint: 'Is the server running?' },
  ENOTFOUND: { reason: 'no host of that name', hint: 'Check the "url" in mcp.json, and the network.' },
  EAI_AGAIN: { reason: 'its name cannot be looked up now', hint: OFFLINE_HINT },
  ETIMEDOUT: { reason: 'no answer' },
  EHOSTUNREACH: { reason: 'no way to the host', hint: OFFLINE_HINT },
  ENETUNREACH: { reason: 'no way to its network', hint: OFFLINE_HINT },
  DEPTH_ZERO_SELF_SIGNED_CERT: { reason: 'its certificate is self-signed', hint: TRUST_HINT },
  SELF_SIGNED_CERT_IN_CHAIN: { reason: 'its certificate chain is self-signed', hint: TRUST_HINT },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { reason: 'its certificate cannot be verified', hint: TRUST_HINT },
  UNABLE_TO_GET_ISSUER_CERT: { reason: 'its certificate cannot be verified', hint: TRUST_HINT },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { reason: 'its certificate cannot be verified', hint: TRUST_HINT },
  CERT_HAS_EXPIRED: { reason: 'its certificate has expired' },
  CERT_NOT_YET_VALID: { reason: 'its certificate is not valid yet', hint: 'Is the clock right?' },
  ERR_TLS_CERT_ALTNAME_INVALID: { reason: 'its certificate is for another host' },
  EPROTO: { reason: 'it speaks no TLS there', hint: 'Should the "url" in mcp.json begin with http://?' },
};

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
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '' || code === 'ABORT_ERR') return error;
  const known = UNREACHABLE[code];
  if (known !== undefined) {
    const hint = known.hint === undefined ? {} : { hint: known.hint };
    return new TransportFailure('unreachable', `cannot be reached: ${known.reason} (${url.host})`, {
      ...hint,
      cause: error,
    });
  }
  const what = code.startsWith('HPE_') ? 'answered with something that is no HTTP' : 'broke the connection';
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
