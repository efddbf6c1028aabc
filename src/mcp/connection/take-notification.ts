import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { ClientFeatures } from './client-features.ts';
import type { ConnectionEvents } from './mcp-connection.ts';
import type { ServerLog } from './server-log.ts';

interface NotificationTakers {
  events: ConnectionEvents;
  features: Pick<ClientFeatures, 'completePage'>;
  log: Pick<ServerLog, 'message'>;
}

/** Where a server's notifications go. A list is believed to have changed whether or not the server said that it tells so. */
export function takeNotification(
  method: string,
  params: RpcParams,
  { events, features, log }: NotificationTakers,
): void {
  switch (method) {
    case 'notifications/message':
      return log.message(params);
    case 'notifications/tools/list_changed':
      return events.onListChanged('tools');
    case 'notifications/prompts/list_changed':
      return events.onListChanged('prompts');
    case 'notifications/resources/list_changed':
      return events.onListChanged('resources');
    case 'notifications/resources/updated':
      return typeof params['uri'] === 'string' ? events.onResourceUpdated(params['uri']) : undefined;
    case 'notifications/elicitation/complete':
      return features.completePage(params['elicitationId']);
    default:
      // Of a later protocol, or a server's own.
      return undefined;
  }
}
