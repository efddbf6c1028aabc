import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Whether a request on it was let in. */
  isKnown: boolean;
  /** What it is sending or being answered; null between requests. */
  request: IncomingMessage | null;
}

export interface ConnectionLimit {
  /** To be called with each request that is let in. */
  letIn(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Holds at most `max` connections. For one more, another has to go: first one that has not said who it is, then one that
 * does not come to the end of its request, then one that says nothing; the oldest of each. Whoever is being answered stays, and
 * only where all are is the new one turned away. So nobody keeps others out by holding connections that do nothing.
 */
export function limitConnections(server: Server, max: number): ConnectionLimit {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    if (connections.size >= max && !makeRoom()) {
      socket.destroy();
      return;
    }
    connections.set(socket, { isKnown: false, request: null });
    socket.once('close', () => connections.delete(socket));
  });

  function makeRoom(): boolean {
    let worst: { socket: Socket; rank: number } | null = null;
    for (const [socket, connection] of connections) {
      const rank = rankOf(connection);
      if (rank !== null && (worst === null || rank < worst.rank)) worst = { socket, rank };
      if (rank === 0) break;
    }
    if (worst === null) return false;
    connections.delete(worst.socket);
    worst.socket.destroy();
    return true;
  }

  return {
    letIn(request, response) {
      const { socket } = request;
      const connection = connections.get(socket);
      if (connection === undefined) return;
      // The one that was used last goes last.
      connections.delete(socket);
      connections.set(socket, connection);
      connection.isKnown = true;
      connection.request = request;
      response.once('close', () => {
        if (connection.request === request) connection.request = null;
      });
    },
  };
}

/** How soon a connection has to go, 0 first; null for one that is being answered. */
function rankOf({ isKnown, request }: Connection): number | null {
  if (!isKnown) return 0;
  if (request === null) return 2;
  return request.complete ? null : 1;
}
