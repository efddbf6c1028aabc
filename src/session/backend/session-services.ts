import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { EmitEvent } from '../../core/state/events.ts';

/** What a backend is connected with: everything it may see and do of simse. */
export interface SessionServices {
  emit: EmitEvent;
  gate: Gatekeeper;
  elicit: Elicit;
  /** Not gated: whoever calls it asks the gate first. */
  catalogue: ToolCatalogue;
}

const DENY_ALL: Gatekeeper = {
  authorize: () =>
    Promise.resolve({
      allowed: false,
      by: 'no_terminal',
      reason: 'the agent was started without a session',
    }),
  answer: () => Promise.resolve({ outcome: 'cancelled' }),
  mayPass: () => false,
};

const NO_TOOLS: ToolCatalogue = {
  ready: () => Promise.resolve(),
  list: () => [],
  find: () => undefined,
  call: (name) => Promise.reject(new Error(`${name} was called without being offered`)),
  onChange: () => () => {},
};

/** For a backend that is started without a conversation: nothing that it asks for is granted. */
export function idleServices(emit: EmitEvent): SessionServices {
  return {
    emit,
    gate: DENY_ALL,
    elicit: () => Promise.resolve({ action: 'decline' }),
    catalogue: NO_TOOLS,
  };
}
