import { setTimeout as delay } from 'node:timers/promises';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { deliverText } from '../deliver-text.ts';
import { isLoss } from './is-loss.ts';
import type { LuceniaWire, WireLink } from './lucenia-wire.ts';
import { postMessage } from './post-message.ts';

/** How long a notification is waited for, so that what follows does not overtake it; some are never acknowledged. */
const NOTIFICATION_MS = 2000;
const EXCERPT_CHARS = 200;

/**
 * ml-commons of OpenSearch 3.0 to 3.2: standard JSON-RPC. A POST is acknowledged once its message has been handled, which may
 * be long after the answer has come by the stream, or never; nothing but a refusal is read from it.
 */
export function createOpensearchWire(link: WireLink, endpoint: URL): LuceniaWire {
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
