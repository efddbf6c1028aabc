/** The headers that prove who the user is. */
export type ProofHeaders = Readonly<Record<string, string>>;

/** A server's refusal of a request: a 401 or a 403. */
export interface Refusal {
  response: Response;
  /** What the request was sent with. */
  sent: ProofHeaders;
  /** What was tried for this request already; whoever tries something notes it here. */
  tried: Set<string>;
  signal: AbortSignal;
}

/** One way to show a server who the user is. Failures are SimseErrors whose message lacks its subject. */
export interface Credentials {
  /** For the next request. */
  headers(signal: AbortSignal): Promise<ProofHeaders>;
  /** Gets better headers than those that were refused. Resolves with whether there are any. */
  renew(refusal: Refusal): Promise<boolean>;
}
