import { messageOf } from '../core/errors.ts';
import { acpDialect } from './dialects/acp.ts';
import type { Dialect } from './dialects/dialect.ts';
import { vendorRequest } from './dialects/vendor-requests.ts';
import { answerRequest, type Desks } from './handlers/answer-request.ts';
import { createPeer, type Peer } from './peer.ts';
import { recordOf } from '../core/json.ts';
import { type RpcMessage, type RpcParams, readRpcMessage } from '../core/rpc/rpc-message.ts';

const PERMISSION = 'session/request_permission';

export interface MessageRouter {
  readonly peer: Peer;
  /** Takes one JSON object that the agent has written. */
  receive(value: Record<string, unknown>): void;
  /** From now on messages are read in this dialect. */
  speak(dialect: Dialect): void;
}

interface RouterOptions extends Desks {
  send(line: string): Promise<void>;
  /** Called before anything but an update is dealt with, so that it finds all that was said before. */
  flush(): void;
}

/**
 * Where each message goes once its dialect is put right: updates to their session, at once and in order; calls and answers
 * to the peer. The rest is logged.
 */
export function createMessageRouter({ send, flush, ...desks }: RouterOptions): MessageRouter {
  const { sessions, elicitations, log } = desks;
  const peer = createPeer({ send, answer: (request) => answerRequest(request, desks), log });
  let dialect: Dialect = acpDialect;

  const answerByNotification = async (params: RpcParams, response: string): Promise<void> => {
    const { signal } = new AbortController();
    const result = await answerRequest({ method: PERMISSION, params, signal }, desks);
    peer.notify(response, { sessionId: params['sessionId'], ...result });
  };

  const takeNotification = (message: RpcMessage & { kind: 'notification' }): void => {
    const { method, params } = message;
    if (method === 'session/update') {
      return sessions.deliver(params['sessionId'], recordOf(params['update']));
    }
    flush();
    if (method === PERMISSION && dialect.permissionResponse !== null) {
      answerByNotification(params, dialect.permissionResponse).catch((error: unknown) => {
        log(`${PERMISSION} could not be answered: ${messageOf(error)}`);
      });
    } else if (method === '$/cancel_request') {
      peer.receive(message);
    } else if (method === 'elicitation/complete') {
      elicitations.complete(params['elicitationId']);
    } else {
      takeVendorNotification(message);
    }
  };

  /** What a vendor tells as a notification, and elsewhere as a request. */
  const takeVendorNotification = ({ method, params }: RpcMessage & { kind: 'notification' }): void => {
    const told = vendorRequest(method)?.toAcp(params);
    if (told?.method === 'session/update') {
      sessions.deliver(params['sessionId'], recordOf(told.params['update']));
    } else {
      log(`a notification that simse has no use for: ${method}`);
    }
  };

  return {
    peer,
    receive(value) {
      const message = dialect.normalize(readRpcMessage(value));
      if (message.kind === 'unreadable') log(`unreadable message: ${message.reason}`);
      else if (message.kind === 'notification') takeNotification(message);
      else {
        flush();
        peer.receive(message);
      }
    },
    speak(spoken) {
      dialect = spoken;
    },
  };
}
