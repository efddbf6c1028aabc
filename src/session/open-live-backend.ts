import { SimseError } from '../core/errors.ts';
import type { PermissionMode } from '../core/gate-request.ts';
import type { Backend, BackendSession, Bridge, OpenSessionOptions, ToolCatalogue } from '../core/ports.ts';
import type { ChosenBackend } from './choose-backend.ts';
import type { LogIn } from './log-in.ts';
import type { SessionServices } from './session-services.ts';

/** A backend that runs, with the session on it. */
export interface LiveBackend extends AsyncDisposable {
  backend: Backend;
  session: BackendSession;
  /** Whether it goes on with an earlier session, and so knows what was said there. */
  isResumed: boolean;
  /** Whether the user had to log in for it just now. */
  hasLoggedIn: boolean;
  /** Whether it reaches the MCP tools through the bridge, and so through the gate. */
  hasBridge: boolean;
}

export interface OpenLiveOptions {
  chosen: ChosenBackend;
  services: SessionServices;
  /** The catalogue as backends get it. */
  gated: ToolCatalogue;
  cwd: string;
  additionalDirectories: string[];
  mode: PermissionMode;
  /** The backend's id of the session to go on with, where it can. */
  resume: string | null;
  logIn: LogIn;
  signal: AbortSignal;
}

/** Starts a backend, opens the bridge and a session that has it. Rejects with a SimseError; then nothing is left. */
export async function openLiveBackend(options: OpenLiveOptions): Promise<LiveBackend> {
  const { chosen, services, gated, signal } = options;
  const backend = await chosen.connect(services, signal);
  let bridge: Bridge | null = null;
  const dispose = async () => {
    await backend[Symbol.asyncDispose]();
    await bridge?.[Symbol.asyncDispose]();
  };
  try {
    bridge = (await chosen.openBridge?.(gated, backend.capabilities.mcpHttp)) ?? null;
    const { cwd, additionalDirectories } = options;
    const mcpServers = [...chosen.directServers, ...(bridge === null ? [] : [bridge.server])];
    const wanted = { cwd, additionalDirectories, mcpServers };
    const open = () => openOrResume(backend, wanted, options.resume);
    const opened = await open().catch((thrown: unknown) => afterLogIn(thrown, options, backend, open));
    if (opened === 'restart') {
      await dispose();
      return { ...(await openLiveBackend(options)), hasLoggedIn: true };
    }
    await opened.session.setMode(options.mode);
    return { backend, hasBridge: bridge !== null, ...opened, [Symbol.asyncDispose]: dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}

type Opened = Pick<LiveBackend, 'session' | 'isResumed' | 'hasLoggedIn'>;

async function openOrResume(
  backend: Backend,
  wanted: OpenSessionOptions,
  resume: string | null,
): Promise<Opened> {
  const { loadSession, resumeSession } = backend.capabilities;
  if (resume !== null && (loadSession || resumeSession)) {
    try {
      return {
        session: await backend.openSession({ ...wanted, resume }),
        isResumed: true,
        hasLoggedIn: false,
      };
    } catch (thrown) {
      // It does not have it any more: a new one is given the conversation.
      if (!(thrown instanceof SimseError) || thrown.code !== 'no_session') throw thrown;
    }
  }
  return { session: await backend.openSession(wanted), isResumed: false, hasLoggedIn: false };
}

async function afterLogIn(
  thrown: unknown,
  { logIn, signal }: OpenLiveOptions,
  backend: Backend,
  open: () => Promise<Opened>,
): Promise<Opened | 'restart'> {
  if (!(thrown instanceof SimseError) || thrown.code !== 'auth_required') throw thrown;
  const outcome = await logIn(backend, signal);
  if (outcome === 'none') throw thrown;
  return outcome === 'restart' ? outcome : { ...(await open()), hasLoggedIn: true };
}
