import type { McpServerConfig } from '../config/mcp-server-config.ts';
import type { McpServerState, McpServerStatus } from '../core/mcp-status.ts';
import type { McpConnection } from './mcp-connection.ts';
import type { SupervisorState } from './supervisor.ts';

/** What is shown of a server. One that nobody has started yet, or that was stopped, counts as disabled and says why. */
export function serverStatus(
  config: McpServerConfig,
  state: SupervisorState,
  connection: McpConnection | null,
  tools: number,
): McpServerStatus {
  const { shown, detail } = describe(state);
  return {
    name: config.name,
    state: shown,
    transport: config.transport,
    tools,
    ...(detail === null ? {} : { detail }),
    ...(connection?.pid === undefined ? {} : { pid: connection.pid }),
    ...(connection?.protocolVersion === undefined ? {} : { protocolVersion: connection.protocolVersion }),
    ...(connection?.serverInfo === undefined ? {} : { serverInfo: connection.serverInfo }),
    ...(state.phase === 'ready' ? { readyMs: state.readyAt - state.startedAt } : {}),
    restarts: state.restarts,
  };
}

function describe({ phase, detail }: SupervisorState): { shown: McpServerState; detail: string | null } {
  switch (phase) {
    case 'idle':
      return { shown: 'disabled', detail: 'not started' };
    case 'stopped':
      return { shown: 'disabled', detail: 'stopped' };
    case 'disabled':
    case 'starting':
    case 'ready':
    case 'backing_off':
    case 'needs_auth':
    case 'failed':
      return { shown: phase, detail };
  }
}
