import { messageOf } from '../core/errors.ts';
import { recordOf } from '../core/json.ts';
import { type RpcParams, readRpcMessage } from '../core/rpc/rpc-message.ts';
import type { RpcPeer } from '../core/rpc/rpc-peer.ts';
import { type Answerers, answerRequest } from './handlers/answer-request.ts';
import { vendorRequest } from './vendors/vendor-requests.ts';
import { acpDialect, type Dialect } from './wire/acp-dialect.ts';
import { createAcpPeer } from './wire/acp-peer.ts';

const PERMISSION = 'session/request_permission';

export interface MessageRouter {
  readonly peer: RpcPeer;
  /** Takes one JSON object that the agent has written. */
  receive(value: Record<string, unknown>): void;
  /** From now on messages are read in this dialect. */
  speak(dialect: Dialect): void;
}

interface RouterOptions extends Answerers {
  /** Writes one line; resolves when there is room for the next. */
  send(line: string): Promise<void>;
  /** Called before anything but an update is dealt with, so that it finds all that was said before. */
  flush(): void;
}

/**
 * Where each message goes once its dialect is put right, at once and in order: updates to their session, requests to what
 * answers them, answers to who waits for them. The rest is logged.
 */
export function createMessageRouter({ send, flush, ...answerers }: RouterOptions): MessageRouter {
  const { sessions, elicitations, log } = answerers;
  let dialect: Dialect = acpDialect;

  const answerByNotification = async (params: RpcParams, response: string): Promise<void> => {
    const { signal } = new AbortController();
    const result = await answerRequest({ method: PERMISSION, params, signal }, answerers);
    peer.notify(response, { sessionId: params['sessionId'], ...result });
  };

  const takeNotification = (method: string, params: RpcParams): void => {
    if (method === PERMISSION && dialect.permissionResponse !== null) {
      answerByNotification(params, dialect.permissionResponse).catch((error: unknown) => {
        log(`${PERMISSION} could not be answered: ${messageOf(error)}`);
      });
    } else if (method === 'elicitation/complete') {
      elicitations.complete(params['elicitationId']);
    } else {
      takeVendorNotification(method, params);
    }
  };

  /** What a vendor tells as a notification, and elsewhere as a request. */
  const takeVendorNotification = (method: string, params: RpcParams): void => {
    const told = vendorRequest(method)?.toAcp(params);
    if (told?.method === 'session/update') {
      sessions.deliver(params['sessionId'], recordOf(told.params['update']));
    } else {
      log(`unhandled notification: ${method}`);
    }
  };

  const peer = createAcpPeer({
    send,
    answer: (method, params, signal) => answerRequest({ method, params, signal }, answerers),
    onNotification: takeNotification,
    log,
  });

  return {
    peer,
    receive(value) {
      const message = dialect.normalize(readRpcMessage(value));
      if (message.kind === 'notification' && message.method === 'session/update') {
        return sessions.deliver(message.params['sessionId'], recordOf(message.params['update']));
      }
      flush();
      peer.take(message);
    },
    speak(spoken) {
      dialect = spoken;
    },
  };
}
