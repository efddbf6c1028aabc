import type { NoticeLevel } from '../../core/state/events.ts';
import type { SupervisorState } from './supervisor.ts';

export interface ServerNotice {
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
  const hadTools = tools > 0 ? `; ${countTools(tools)} gone` : '';
  switch (after.phase) {
    case 'ready':
      return before.isMissed ? { level: 'info', text: `is back with ${countTools(tools)}` } : null;
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

function countTools(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}
