import { SimseError } from '../core/errors.ts';
import type { ConfigOption } from '../core/events.ts';
import type { Backend, Gatekeeper, ToolCatalogue } from '../core/ports.ts';
import type { AppContext } from './app-context.ts';
import type { ChosenBackend } from './choose-backend.ts';
import type { SessionServices } from './session-services.ts';

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

export interface BackendTrial {
  /** null when it did not get as far as answering `initialize`. */
  handshake: (Pick<Backend, 'agent' | 'capabilities' | 'authMethods'> & { milliseconds: number }) | null;
  /** null when it opened no session. */
  session: { settings: ConfigOption[]; milliseconds: number } | null;
  /** Why it got no further; null when it did all. */
  failure: SimseError | null;
}

/** Starts a backend, opens a session and stops it again; nothing that it asks for is granted. */
export async function tryBackend(app: AppContext, backend: ChosenBackend): Promise<BackendTrial> {
  const trial: BackendTrial = { handshake: null, session: null, failure: null };
  try {
    await runTrial(app, backend, trial);
  } catch (thrown) {
    if (!(thrown instanceof SimseError)) throw thrown;
    trial.failure = thrown;
  }
  return trial;
}

async function runTrial(
  { cwd, signal }: AppContext,
  backend: ChosenBackend,
  trial: BackendTrial,
): Promise<void> {
  let settings: ConfigOption[] = [];
  const services: SessionServices = {
    emit: (event) => {
      if (event.type === 'config_options') settings = event.options;
    },
    gate: DENY_ALL,
    elicit: () => Promise.resolve({ action: 'decline' }),
    catalogue: NO_TOOLS,
  };
  const startedAt = performance.now();
  await using running = await backend.connect(services, signal);
  const { agent, capabilities, authMethods } = running;
  const shookAt = performance.now();
  trial.handshake = { agent, capabilities, authMethods, milliseconds: Math.round(shookAt - startedAt) };
  await running.openSession({ cwd, additionalDirectories: [], mcpServers: [] });
  trial.session = { settings, milliseconds: Math.round(performance.now() - shookAt) };
}
