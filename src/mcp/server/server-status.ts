import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { serverTarget } from '../../config/secrets.ts';
import { defined } from '../../core/json.ts';
import type { McpServerState, McpServerStatus, NoticeLevel } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import type { ServerLists } from '../lists/server-lists.ts';
import type { SupervisorState } from './supervisor.ts';

/** What is shown of a server. One that nobody has started yet, or that was stopped, counts as disabled and says why. */
export function serverStatus(
  config: McpServerConfig,
  state: SupervisorState,
  connection: McpConnection | null,
  { tools, prompts, resources, templates }: ServerLists,
): McpServerStatus {
  const { shown, detail } = describe(state);
  return defined({
    name: config.name,
    state: shown,
    transport: connection?.transport ?? config.transport,
    target: cleanLine(serverTarget(config)),
    tools: tools.items.length,
    prompts: prompts.items.length,
    resources: resources.items.length + templates.items.length,
    detail: detail ?? undefined,
    hint: state.hint ?? undefined,
    lastError: state.lastError ?? undefined,
    pid: connection?.pid,
    protocolVersion: connection?.identity.protocolVersion,
    serverInfo: connection?.identity.serverInfo,
    readyMs: state.phase === 'ready' ? state.readyAt - state.startedAt : undefined,
    restarts: state.restarts,
  });
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

interface ServerNotice {
  level: NoticeLevel;
  text: string;
}

/**
 * What a user is told when a server's state changes, or null. A server that comes up at once is no news; one that fails
 * again and again is told about the first time and when it is given up.
 */
export function noticeFor(
  before: SupervisorState,
  after: SupervisorState,
  tools: number,
): ServerNotice | null {
  const hadTools = tools > 0 ? `; ${countOf(tools, 'tool')} gone` : '';
  switch (after.phase) {
    case 'ready':
      return before.isMissed ? { level: 'info', text: `is back with ${countOf(tools, 'tool')}` } : null;
    case 'backing_off':
      return before.phase === 'ready' || after.failures === 1
        ? { level: 'warn', text: `${after.detail}${hadTools}` }
        : null;
    case 'failed':
    case 'needs_auth':
      return after.isMissed ? { level: 'error', text: `${after.detail}${hadTools}` } : null;
    case 'idle':
    case 'disabled':
    case 'starting':
    case 'stopped':
      return null;
  }
}
