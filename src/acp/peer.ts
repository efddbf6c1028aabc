import { type AnyMessage, type ClientConnection, client, RequestError } from '@agentclientprotocol/sdk';
import { messageOf, type SimseError } from '../core/errors.ts';
import {
  INTERNAL_ERROR,
  RpcError,
  type RpcId,
  type RpcMessage,
  type RpcParams,
} from '../core/rpc/rpc-message.ts';
import { type BegunAnswers, createBegunAnswers } from './begun-answers.ts';

const EXCERPT_CHARS = 500;

export interface IncomingRequest {
  method: string;
  params: RpcParams;
  /** Aborted when the agent withdraws the request, and when the connection closes. */
  signal: AbortSignal;
}

export interface PeerOptions {
  /** Writes one line; resolves when there is room for the next. */
  send(line: string): Promise<void>;
  /** Answers the agent. A thrown RpcError is sent as it is. */
  answer(request: IncomingRequest): Promise<unknown>;
  log(line: string): void;
}

/** JSON-RPC with an agent. The SDK matches answers to requests; this is the only file that knows it. */
export interface Peer {
  /**
   * Rejects with an RpcError when the agent answers with an error, with the reason given to `close` when it is gone, and
   * with the signal's reason when that aborts: then the agent is told by `$/cancel_request`.
   */
  request(method: string, params: RpcParams, signal?: AbortSignal): Promise<unknown>;
  notify(method: string, params: RpcParams): void;
  /** Takes an answer, a request or a `$/cancel_request` from the agent. */
  receive(message: Exclude<RpcMessage, { kind: 'unreadable' }>): void;
  /** What is still waiting after what was already received rejects with the reason. */
  close(reason: SimseError): void;
}

export function createPeer(options: PeerOptions): Peer {
  const { log } = options;
  const begun = createBegunAnswers(options.answer);
  const { agent, waiting, enqueue, end } = connectSdk(options, begun);
  let closeReason: SimseError | undefined;

  return {
    async request(method, params, signal) {
      try {
        const cancel = signal === undefined ? {} : { cancellationSignal: signal, stopWaitingOnCancel: true };
        return await agent.request<unknown>(method, params, cancel);
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        if (error instanceof RequestError) throw new RpcError(error.code, error.message, error.data);
        throw closeReason ?? error;
      }
    },
    notify(method, params) {
      agent
        .notify(method, params)
        .catch((error: unknown) => log(`${method} was not sent: ${messageOf(error)}`));
    },
    receive(message) {
      if (closeReason !== undefined) return;
      const isAnswer = message.kind === 'response' || message.kind === 'failure';
      if (isAnswer && !waiting.delete(message.id)) {
        return log(`an answer to no request of ours: ${JSON.stringify(message).slice(0, EXCERPT_CHARS)}`);
      }
      const isRequest = message.kind === 'request';
      enqueue(toSdkMessage(isRequest ? { ...message, params: begun.begin(message) } : message));
    },
    close(reason) {
      if (closeReason !== undefined) return;
      closeReason = reason;
      end();
    },
  };
}

interface SdkConnection {
  agent: ClientConnection['agent'];
  /** The ids of our requests that have no answer yet. The SDK complains on stderr about others. */
  waiting: Set<RpcId>;
  enqueue(message: AnyMessage): void;
  end(): void;
}

function connectSdk({ send, log }: PeerOptions, begun: BegunAnswers): SdkConnection {
  const waiting = new Set<RpcId>();
  let inbound: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      inbound = controller;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ('method' in message && 'id' in message) waiting.add(message.id);
      return send(JSON.stringify(message));
    },
  });
  const { agent } = client({ name: 'simse' })
    .onRequest('*', async ({ method, params, signal }) => {
      try {
        return await begun.settle(params as RpcParams, signal);
      } catch (error) {
        if (error instanceof RpcError) throw new RequestError(error.code, error.message, error.data);
        log(`answering ${method} failed: ${messageOf(error)}`);
        throw new RequestError(INTERNAL_ERROR, messageOf(error));
      }
    })
    .connect({ readable, writable });
  return { agent, waiting, enqueue: (message) => inbound?.enqueue(message), end: () => inbound?.close() };
}

function toSdkMessage({ kind: _kind, ...message }: RpcMessage): AnyMessage {
  return { jsonrpc: '2.0', ...message } as AnyMessage;
}
