import { SimseError } from '../../core/errors.ts';
import type { ConfigOption } from '../../core/state/events.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { AppContext } from '../app-context.ts';
import type { ChosenBackend } from './choose-backend.ts';
import { idleServices } from './idle-services.ts';

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
  const services = idleServices((event) => {
    if (event.type === 'config_options') settings = event.options;
  });
  const startedAt = performance.now();
  await using running = await backend.connect(services, signal, cwd);
  const { agent, capabilities, authMethods } = running;
  const shookAt = performance.now();
  trial.handshake = { agent, capabilities, authMethods, milliseconds: Math.round(shookAt - startedAt) };
  await running.openSession({ cwd, additionalDirectories: [], mcpServers: [] });
  trial.session = { settings, milliseconds: Math.round(performance.now() - shookAt) };
}
