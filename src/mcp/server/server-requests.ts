import { setTimeout as delay } from 'node:timers/promises';
import { unlessAborted } from '../../core/abort.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import type { RequestOptions } from '../../core/rpc/pending-requests.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { McpServerStatus } from '../../core/state/events.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import { cancelError } from '../connection/mcp-peer.ts';
import { isSessionExpired, TransportFailure } from '../transports/server-transport.ts';
import type { ServerLifecycle } from './server-lifecycle.ts';

/** How long a server that is busy is left alone, when it does not say so itself, and how often it is tried again. */
const BUSY_DELAYS_MS = [1000, 2000, 4000];
/** Whoever is told to wait for longer learns of it. */
const LONGEST_WAIT_MS = 10_000;

interface RequestsOptions {
  /** Of the server, in the config. */
  name: string;
  lifecycle: ServerLifecycle;
  status(): McpServerStatus;
  log(line: string): void;
}

/** What is asked of one server, whichever connection it has by then. Errors name the server. */
export class ServerRequests {
  readonly #options: RequestsOptions;
  readonly #link: ServerLink;

  constructor(options: RequestsOptions) {
    this.#options = options;
    const { lifecycle } = options;
    this.#link = {
      get connection() {
        return lifecycle.connection;
      },
      connected: () => this.#start(),
      onFailure: (connection, error) => lifecycle.onFailure(connection, error),
    };
  }

  /** The live connection for a request, after a start if need be. Rejects with a SimseError when there is none. */
  connected(method: string, signal: AbortSignal | undefined): McpConnection | Promise<McpConnection> {
    const { connection } = this.#link;
    return connection ?? this.nameErrors(unlessCancelled(this.#start(), method, signal));
  }

  /**
   * Sends a request, after a start if need be. Rejects with an RpcError when the server answers with an error, else with a
   * SimseError.
   */
  request(method: string, params: RpcParams, options: RequestOptions = {}): Promise<unknown> {
    return this.nameErrors(sendRequest(this.#link, method, params, options));
  }

  /** Asks what can be done without. Never rejects, and starts nothing. */
  async tryRequest(method: string, params: RpcParams): Promise<void> {
    const { lifecycle, log } = this.#options;
    await lifecycle.connection?.request(method, params).catch((error: unknown) => {
      log(`${method} failed: ${messageOf(error)}`);
    });
  }

  /** Tells the server, if it is ready. */
  notify(method: string): void {
    this.#options.lifecycle.connection?.notify(method);
  }

  async nameErrors<T>(outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      throw this.nameError(error);
    }
  }

  /** Errors of a connection lack their subject. */
  nameError(error: unknown): unknown {
    if (!(error instanceof SimseError) || error.code === 'cancelled') return error;
    const { code, message, hint } = error;
    return new SimseError(code, `server ${this.#options.name} ${message}`, defined({ hint, cause: error }));
  }

  async #start(): Promise<McpConnection> {
    const { lifecycle, status } = this.#options;
    await lifecycle.ready();
    if (lifecycle.connection !== null) return lifecycle.connection;
    const { state, detail, hint } = status();
    const why = detail ?? state.replace('_', ' ');
    const code = state === 'needs_auth' ? 'auth_required' : 'mcp_failed';
    const advice = state === 'backing_off' ? 'It is being restarted.' : hint;
    throw new SimseError(code, `is not available: ${why}`, defined({ hint: advice }));
  }
}

/** The way to a server, whichever connection it has by then. */
interface ServerLink {
  readonly connection: McpConnection | null;
  /** The live connection, after a start if need be; rejects when there is none. */
  connected(): Promise<McpConnection>;
  onFailure(connection: McpConnection, error: unknown): void;
}

/**
 * Sends a request, and once more what the server has turned away unread: at once when its session had expired, after a
 * while when it was busy. What it has taken is never sent again. Rejects as the connection does.
 */
async function sendRequest(
  link: ServerLink,
  method: string,
  params: RpcParams,
  options: RequestOptions,
): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const connection = link.connection ?? (await unlessCancelled(link.connected(), method, options.signal));
    try {
      return await connection.request(method, params, options);
    } catch (error) {
      link.onFailure(connection, error);
      const waitMs = waitBeforeNext(error, attempt);
      if (waitMs === null) throw error;
      if (waitMs > 0) await waitFor(waitMs, method, options.signal);
    }
  }
}

/** Milliseconds; null when there is no other attempt. */
function waitBeforeNext(error: unknown, attempt: number): number | null {
  if (isSessionExpired(error)) return attempt === 0 ? 0 : null;
  if (!(error instanceof TransportFailure) || error.kind !== 'busy') return null;
  const scheduledMs = BUSY_DELAYS_MS[attempt];
  if (scheduledMs === undefined) return null;
  const waitMs = error.retryAfterMs ?? scheduledMs;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

/** What a promise brings; rejects at once when the caller interrupts the request that waits for it. */
async function unlessCancelled<T>(
  promise: Promise<T>,
  method: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return promise;
  try {
    return await unlessAborted(promise, signal);
  } catch (error) {
    throw signal.aborted ? cancelError(method) : error;
  }
}

async function waitFor(waitMs: number, method: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch {
    // Only the caller's signal ends it.
    throw cancelError(method);
  }
}
