/**
 * The way to a remote server, with the user's credentials. Only requests to the server's own origin carry them.
 */
export interface RemoteAccess {
  /**
   * As `fetch`, but redirects are followed only within the origin, and a 401 or 403 is answered by what the user has
   * configured (a refreshed token, a login) before the response is returned. Rejects with SimseError('auth_required') when
   * the server wants a login that cannot be had now. A DELETE, which ends a session, is never answered by that.
   */
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** The headers of a request that `fetch` cannot make, as a WebSocket handshake. Rejects when `signal` aborts. */
  headers(signal: AbortSignal): Promise<Record<string, string>>;
}
