import type { AgentInfo } from '../core/events.ts';
import type { Gatekeeper, ToolCatalogue } from '../core/ports.ts';
import type { AppContext } from './app-context.ts';
import type { ChosenBackend } from './choose-backend.ts';

const DENY_ALL: Gatekeeper = {
  authorize: () =>
    Promise.resolve({ allowed: false, by: 'no_terminal', reason: 'this is only a test of the backend' }),
  answer: () => Promise.resolve({ outcome: 'cancelled' }),
};

const NO_TOOLS: ToolCatalogue = {
  ready: () => Promise.resolve(),
  list: () => [],
  find: () => undefined,
  call: (name) => Promise.reject(new Error(`${name} was called without being offered`)),
  onChange: () => () => {},
};

/** Starts a backend, opens a session and stops it again; nothing that it asks for is granted. Rejects as it fails. */
export async function tryBackend(
  { cwd, signal }: AppContext,
  backend: ChosenBackend,
): Promise<{ agent: AgentInfo | null; milliseconds: number }> {
  const startedAt = performance.now();
  await using running = await backend.connect(
    {
      emit: () => {},
      gate: DENY_ALL,
      elicit: () => Promise.resolve({ action: 'decline' }),
      catalogue: NO_TOOLS,
    },
    signal,
  );
  await running.openSession({ cwd, additionalDirectories: [], mcpServers: [] });
  return { agent: running.agent, milliseconds: Math.round(performance.now() - startedAt) };
}
