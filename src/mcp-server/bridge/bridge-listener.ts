/** One way to reach the bridge. Disposing ends every connection. */
export interface BridgeListener extends AsyncDisposable {
  /** The url, or the path of the socket. */
  readonly address: string;
}
