import { type NetworkProblem, networkProblem, ProxyFailure } from '../../platform/http/network-problems.ts';

/** Why a server cannot be reached, for people; null when the error is about something else. */
export function connectionProblem(error: unknown): string | null {
  const problem = findProblem(error);
  return problem === undefined ? null : [problem.reason, problem.hint ?? []].flat().join('. ');
}

/** Whether trying again is of no use. */
export function isFinalProblem(error: unknown): boolean {
  return findProblem(error)?.isFinal === true;
}

/** fetch() hides the code in a cause of its error, or in several errors of which each is about one address. */
function findProblem(error: unknown, depth = 0): NetworkProblem | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if (error instanceof ProxyFailure) return proxyProblem(error, depth);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return networkProblem(error) ?? findProblem(inner, depth + 1);
}

function proxyProblem({ message, hint, isFinal, cause }: ProxyFailure, depth: number): NetworkProblem {
  const ends = isFinal || findProblem(cause, depth + 1)?.isFinal === true;
  return { reason: message, ...(hint === undefined ? {} : { hint }), ...(ends ? { isFinal: true } : {}) };
}
