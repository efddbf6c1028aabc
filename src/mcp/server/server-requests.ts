import { messageOf, SimseError } from '../../core/errors.ts';
import type { McpServerStatus } from '../../core/state/events.ts';
import { defined } from '../../core/json.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import type { RequestOptions } from '../../core/rpc/pending-requests.ts';
import { sendRequest, type ServerLink, unlessCancelled } from './send-request.ts';
import type { ServerLifecycle } from './server-lifecycle.ts';

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
