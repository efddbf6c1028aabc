import { ProxyFailure } from '../../platform/http/proxy-problems.ts';

const TRUST = 'point NODE_EXTRA_CA_CERTS to the certificate of who signed it';

interface Problem {
  /** For people, as the end of a sentence. */
  text: string;
  isFinal: boolean;
}

/** What stopped a connection, by the code that Node gives it. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  ECONNREFUSED: { text: 'nothing listens there: is the server running?', isFinal: true },
  ENOTFOUND: { text: 'there is no such host: check the address, and the network', isFinal: false },
  EAI_AGAIN: { text: 'its host cannot be looked up: check the network', isFinal: false },
  ECONNRESET: { text: 'the connection was closed', isFinal: false },
  ETIMEDOUT: { text: 'it does not answer', isFinal: false },
  UND_ERR_CONNECT_TIMEOUT: { text: 'it does not answer', isFinal: false },
  DEPTH_ZERO_SELF_SIGNED_CERT: { text: `its certificate is self-signed: ${TRUST}`, isFinal: true },
  SELF_SIGNED_CERT_IN_CHAIN: { text: `its certificate is self-signed: ${TRUST}`, isFinal: true },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { text: `nobody known signed its certificate: ${TRUST}`, isFinal: true },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { text: `nobody known signed its certificate: ${TRUST}`, isFinal: true },
  CERT_HAS_EXPIRED: { text: 'its certificate has expired', isFinal: true },
  ERR_TLS_CERT_ALTNAME_INVALID: { text: 'its certificate is for another host', isFinal: true },
  ERR_SSL_WRONG_VERSION_NUMBER: { text: 'it speaks no TLS: the address begins with http://', isFinal: true },
};

/** Why a server cannot be reached, for people; null when the error is about something else. */
export function connectionProblem(error: unknown): string | null {
  return findProblem(error)?.text ?? null;
}

/** Whether trying again is of no use. */
export function isFinalProblem(error: unknown): boolean {
  return findProblem(error)?.isFinal ?? false;
}

/** fetch() hides the code in a cause of its error, or in several errors of which each is about one address. */
function findProblem(error: unknown, depth = 0): Problem | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if (error instanceof ProxyFailure) return proxyProblem(error, depth);
  const code = 'code' in error && typeof error.code === 'string' ? PROBLEMS[error.code] : undefined;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return code ?? findProblem(inner, depth + 1);
}

function proxyProblem({ message, hint, isFinal, cause }: ProxyFailure, depth: number): Problem {
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return { text, isFinal: isFinal || findProblem(cause, depth + 1)?.isFinal === true };
}
