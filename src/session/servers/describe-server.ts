import { cleanLine } from '../../core/text/clean-text.ts';
import type { McpServerStatus } from '../../core/state/events.ts';

/** How a server is, in one sentence without a full stop. */
export function describeServer({ name, state, tools, detail }: McpServerStatus): string {
  const why = detail === undefined ? '' : `: ${cleanLine(detail)}`;
  switch (state) {
    case 'ready':
      return `${name} is ready with ${tools === 1 ? '1 tool' : `${tools} tools`}`;
    case 'starting':
      return `${name} is starting`;
    case 'disabled':
      return `${name} is disabled`;
    case 'backing_off':
      return `${name} will be started again${why}`;
    case 'needs_auth':
      return `${name} needs a login${why}`;
    case 'failed':
      return `${name} has failed${why}`;
  }
}
