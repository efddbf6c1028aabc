import type { SimseError } from '../../core/errors.ts';
import type { RpcPeer } from '../../core/rpc/rpc-peer.ts';
import type { ListCapability } from '../protocol/mcp-lists.ts';
import type { ClientFeatures } from './client-features.ts';

/** What a server said of itself in the handshake; its texts are cleaned and bounded. */
export interface ServerIdentity {
  protocolVersion: string;
  /** What it says it can do, as it came. */
  capabilities: Readonly<Record<string, unknown>>;
  serverInfo?: { name: string; version: string };
  /** How to use it. */
  instructions: string | null;
}

/** How a connection ended. */
export interface ConnectionEnd {
  /** One line that lacks its subject. */
  reason: string;
  /** What ended it, where it is known; its code says what may bring the server back. */
  error?: SimseError;
}

/** One live connection to a server, whatever its transport, after the handshake. Disposing of it ends the server. */
export interface McpConnection extends AsyncDisposable {
  readonly pid: number | undefined;
  /** By which it was reached. */
  readonly transport: string;
  readonly identity: ServerIdentity;
  /** What it returns is as it came from the server: `translate/` reads it. */
  readonly request: RpcPeer['request'];
  readonly notify: RpcPeer['notify'];
  readonly showPages: ClientFeatures['showPages'];
  /** Fails everything in flight with the error, then ends the server. */
  end(error: SimseError): Promise<void>;
  readonly closed: Promise<ConnectionEnd>;
}

/** What a connection reports while it lives. Listeners must not throw. */
export interface ConnectionEvents {
  onListChanged(changed: ListCapability): void;
  onResourceUpdated(uri: string): void;
}
