import { setMaxListeners } from 'node:events';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { messageOf, SimseError } from '../../../core/errors.ts';
import { matchesPattern } from '../../../core/gate/permission-rule.ts';
import { recordOf, textOf } from '../../../core/json.ts';
import { parseBounded } from '../../../core/rpc/message-bounds.ts';
import { RpcError, type RpcParams } from '../../../core/rpc/rpc-message.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import type { ServerSentEvent } from '../sse-reader.ts';
import { EnvelopeCaller, type EnvelopeSession } from './envelope-caller.ts';
import { type EnvelopeRequest, runRequest } from './envelope-methods.ts';
import type { LuceniaWire, WireLink } from './lucenia-wire.ts';

const EXCERPT_CHARS = 200;

/**
 * The documented wire of Lucenia. What it calls differently from MCP is translated here, both ways, so that the host sees
 * a plain MCP server.
 */
export class EnvelopeWire implements LuceniaWire {
  readonly #link: WireLink;
  readonly #caller: EnvelopeCaller;
  readonly #underWay = new Map<string, AbortController>();
  /** Whether the server turned out to know `initialize`, and so notifications. */
  #isStandard = false;

  constructor(link: WireLink, session: EnvelopeSession) {
    this.#link = link;
    this.#caller = new EnvelopeCaller(link, session);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) return this.#caller.post(message, 'an answer');
    if ('id' in message) return this.#answer(message);
    if (message.method === 'notifications/cancelled') this.#cancel(recordOf(message.params));
    else if (this.#isStandard) await this.#caller.post(message, message.method);
  }

  take({ event, data }: ServerSentEvent): void {
    const value = parseBounded(data);
    const parts = value === undefined ? [] : this.#caller.take(value);
    for (const part of parts) {
      if (typeof part['method'] === 'string') this.#link.onMessage(part as JSONRPCMessage);
      else this.#link.notes.onNoise(`event ${event} answers no call: ${excerpt(data)}`);
    }
    if (value === undefined) this.#link.notes.onNoise(`event ${event} is not JSON: ${excerpt(data)}`);
  }

  end(error: SimseError): void {
    this.#caller.end(error);
  }

  async #answer({ id, method, params }: JSONRPCRequest): Promise<void> {
    const { onMessage } = this.#link;
    const stop = new AbortController();
    // One request may take many calls.
    setMaxListeners(0, stop.signal);
    this.#underWay.set(String(id), stop);
    try {
      const result = await runRequest(this.#request(id, method, recordOf(params), stop));
      onMessage({ jsonrpc: '2.0', id, result } as JSONRPCMessage);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, data } = error;
      onMessage({ jsonrpc: '2.0', id, error: { code, message, data } });
    } finally {
      this.#underWay.delete(String(id));
    }
  }

  #request(
    id: string | number,
    method: string,
    { _meta, ...params }: RpcParams,
    stop: AbortController,
  ): EnvelopeRequest {
    const { timeoutMs, asyncTools = [] } = this.#link.config;
    const isStandard = this.#isStandard;
    const { progressToken = id } = recordOf(_meta) as { progressToken?: string | number };
    return {
      method,
      // The documented server knows no metadata.
      params: isStandard && _meta !== undefined ? { ...params, _meta } : params,
      timeoutMs,
      isAsyncTool: (name) => asyncTools.some((pattern) => matchesPattern(pattern, name)),
      isStandard,
      stop,
      call: (wireMethod, wireParams, options) =>
        this.#caller.call(wireMethod, wireParams, {
          signal: stop.signal,
          onGivenUp: (wireId) => this.#withdraw(wireId),
          ...options,
        }),
      onHandshake: (handshake) => (this.#isStandard = handshake.isStandard),
      onProgress: (progress) =>
        this.#link.onMessage({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { ...progress, progressToken },
        }),
    };
  }

  #cancel({ requestId, reason }: RpcParams): void {
    const why = textOf(reason) ?? 'was cancelled';
    this.#underWay.get(String(requestId))?.abort(new SimseError('cancelled', why));
  }

  /** Tells the server that nobody waits for the answer any more, where there is a way to. */
  #withdraw(requestId: string): void {
    if (!this.#isStandard) return;
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    this.#caller.post(message, message.method).catch((error: unknown) => {
      this.#link.notes.onNoise(`${requestId} could not be cancelled: ${messageOf(error)}`);
    });
  }
}

function excerpt(data: string): string {
  return cleanLine(data.slice(0, EXCERPT_CHARS));
}
