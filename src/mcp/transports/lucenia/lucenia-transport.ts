import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RemoteServerConfig } from '../../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../../core/errors.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { deliverText } from '../deliver-messages.ts';
import type { RemoteAccess, ServerTransport, TransportNotes } from '../server-transport.ts';
import { EnvelopeWire } from './envelope-wire.ts';
import { isLoss, type LuceniaWire, postMessage, type WireLink } from './lucenia-wire.ts';
import { envelopeEndpoint, messageEndpoint } from './message-endpoint.ts';
import { type OpenedStream, openLuceniaSession, type ServerEvents } from './open-session.ts';

/** How long a notification is waited for, so that what follows does not overtake it; some are never acknowledged. */
const NOTIFICATION_MS = 2000;
const EXCERPT_CHARS = 200;
/** How long a session that is lost is kept, so that each message it turned away is told why. */
const LOSS_GRACE_MS = 300;

/**
 * The event streams of Lucenia 0.7.0 and of ml-commons in OpenSearch 3.0 to 3.2: answers come by a GET that stays open,
 * messages go by POST. Which of the two wires it is, the first event says. A stream that ends is the end of the connection:
 * neither can be continued, and what was in flight may have run.
 */
export function createLuceniaTransport(
  config: RemoteServerConfig,
  access: RemoteAccess,
  notes: TransportNotes,
): ServerTransport {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every request that is open listens to it, and there may be many.
  setMaxListeners(0, signal);
  let wire: LuceniaWire | undefined;
  let lost: SimseError | undefined;
  let reason = 'is not connected';

  const end = (ending: SimseError): void => {
    if (signal.aborted) return;
    reason = ending.message;
    stopping.abort(ending);
    wire?.end(ending);
    transport.onclose?.();
  };
  const link: WireLink = {
    config,
    access,
    signal,
    notes,
    onMessage: (message) => transport.onmessage?.(message),
    onLost(failure) {
      if (lost === undefined) setTimeout(() => end(failure), LOSS_GRACE_MS).unref();
      lost ??= failure;
    },
  };

  const transport: ServerTransport = {
    closeReason: () => reason,
    get closeError() {
      return lost;
    },
    async start() {
      const session = await unlessEnded(openLuceniaSession(link), signal);
      wire = createWire(session, link);
      void readOn(session.events, wire).then(end);
    },
    async send(message) {
      if (lost !== undefined) throw lost;
      if (wire === undefined || signal.aborted) throw new SimseError('mcp_failed', reason);
      await unlessEnded(wire.send(message), signal);
    },
    async close() {
      end(new SimseError('mcp_failed', 'was stopped'));
    },
  };
  return transport;
}

function createWire({ url, greeting }: OpenedStream, link: WireLink): LuceniaWire {
  if (greeting.dialect === 'opensearch') {
    return createOpensearchWire(link, messageEndpoint(greeting.endpoint, url));
  }
  return new EnvelopeWire(link, { sessionId: greeting.sessionId, endpoint: envelopeEndpoint(url) });
}

/**
 * ml-commons of OpenSearch 3.0 to 3.2: standard JSON-RPC. A POST is acknowledged once its message has been handled, which may
 * be long after the answer has come by the stream, or never; nothing but a refusal is read from it.
 */
function createOpensearchWire(link: WireLink, endpoint: URL): LuceniaWire {
  return {
    async send(message) {
      const isNotification = 'method' in message && !('id' in message);
      const posted = postMessage(link, endpoint, message, 'method' in message ? message.method : 'an answer');
      try {
        await (isNotification
          ? Promise.race([posted, delay(NOTIFICATION_MS, null, { ref: false })])
          : posted);
      } catch (error) {
        if (isLoss(error)) link.onLost(error);
        throw error;
      }
    },
    take({ event, data }) {
      if (event === 'message') deliverText(data, link.notes, link.onMessage);
      else link.notes.onNoise(`event ${cleanLine(`${event}: ${data}`.slice(0, EXCERPT_CHARS))}`);
    },
    end() {
      // The link's signal has ended every POST.
    },
  };
}

/** Resolves with how the stream ended. */
async function readOn(events: ServerEvents, wire: LuceniaWire): Promise<SimseError> {
  try {
    for await (const event of events) {
      // An event may only set an id or the time for a reconnect.
      if (event.data !== '') wire.take(event);
    }
    return new SimseError('mcp_failed', 'closed the event stream');
  } catch (error) {
    return new SimseError('mcp_failed', `cut off the event stream: ${messageOf(error)}`, { cause: error });
  }
}

/** Rejects with a SimseError: once the connection has ended, with why it has. */
async function unlessEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    if (error instanceof SimseError) throw error;
    throw new SimseError('mcp_failed', `cut off its answer: ${messageOf(error)}`, { cause: error });
  }
}
