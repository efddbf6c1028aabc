import { SimseError } from '../../core/errors.ts';
import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import type { Backend, BackendSession, OpenSessionOptions } from '../../core/ports/backend.ts';
import type { Bridge, BridgedServers } from '../../core/ports/bridge.ts';
import type { EmitEvent, SessionEvent } from '../../core/state/events.ts';
import type { ChosenBackend } from './choose-backend.ts';
import type { LogIn } from './log-in.ts';
import type { SessionServices } from './session-services.ts';

/** Passes events on; its notices wait while they are held. */
interface NoticeHold {
  emit: EmitEvent;
  hold(): void;
  release(): void;
}

/** What an agent has to say while its session is opened is shown after who it is. */
function holdNotices(emit: EmitEvent): NoticeHold {
  let held: SessionEvent[] | null = null;
  return {
    emit(event) {
      if (held !== null && event.type === 'notice') held.push(event);
      else emit(event);
    },
    hold() {
      held ??= [];
    },
    release() {
      const events = held ?? [];
      held = null;
      for (const event of events) emit(event);
    },
  };
}

/** A backend that runs, with the session on it. */
export interface LiveBackend extends AsyncDisposable {
  backend: Backend;
  session: BackendSession;
  /** Whether it goes on with an earlier session, and so knows what was said there. */
  isResumed: boolean;
  /** Whether the user had to log in for it just now. */
  hasLoggedIn: boolean;
  /** Through which it reaches the MCP tools, and so through the gate; null where it does not. */
  bridge: Bridge | null;
}

/** A session that a backend had before. */
export interface EarlierOnBackend {
  /** The backend's own id. */
  sessionId: string;
  /** Whether it stays as it is, and a fork of it goes on. */
  fork: boolean;
}

export interface OpenLiveOptions {
  chosen: ChosenBackend;
  services: SessionServices;
  bridged: BridgedServers;
  cwd: string;
  additionalDirectories: string[];
  mode: PermissionMode;
  /** The session to go on with, where it can. */
  earlier: EarlierOnBackend | null;
  logIn: LogIn;
  signal: AbortSignal;
}

/** Starts a backend, opens the bridge and a session that has it. Rejects with a SimseError; then nothing is left. */
export async function openLiveBackend(options: OpenLiveOptions): Promise<LiveBackend> {
  const { chosen, services, bridged, signal } = options;
  // The servers start beside the backend, which will ask for their tools as soon as it runs.
  if (chosen.openBridge !== null && chosen.connectsAtOnce) void bridged.catalogue.ready();
  const notices = holdNotices(services.emit);
  const backend = await chosen.connect({ ...services, emit: notices.emit }, signal, options.cwd);
  notices.hold();
  let bridge: Bridge | null = null;
  const dispose = async () => {
    await backend[Symbol.asyncDispose]();
    await bridge?.[Symbol.asyncDispose]();
  };
  try {
    bridge = (await chosen.openBridge?.(bridged, backend.capabilities.mcpHttp)) ?? null;
    const { cwd, additionalDirectories } = options;
    const mcpServers = [...chosen.directServers, ...(bridge === null ? [] : [bridge.server])];
    const wanted = { cwd, additionalDirectories, mcpServers };
    const open = () => openNewOrEarlier(backend, wanted, options.earlier);
    const opened = await open().catch((thrown: unknown) => afterLogIn(thrown, options, backend, open));
    if (opened === 'restart') {
      await dispose();
      return { ...(await openLiveBackend(options)), hasLoggedIn: true };
    }
    await opened.session.setMode(options.mode);
    return { backend, bridge, ...opened, [Symbol.asyncDispose]: dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  } finally {
    // By then whoever waits for the backend has told that it is ready.
    setImmediate(notices.release);
  }
}

type Opened = Pick<LiveBackend, 'session' | 'isResumed' | 'hasLoggedIn'>;

async function openNewOrEarlier(
  backend: Backend,
  wanted: OpenSessionOptions,
  earlier: EarlierOnBackend | null,
): Promise<Opened> {
  if (earlier !== null && canOpen(backend, earlier)) {
    const { sessionId: resume, fork } = earlier;
    try {
      const session = await backend.openSession({ ...wanted, resume, ...(fork && { fork }) });
      return { session, isResumed: true, hasLoggedIn: false };
    } catch (thrown) {
      // It does not have it any more: a new one is given the conversation.
      if (!(thrown instanceof SimseError) || thrown.code !== 'no_session') throw thrown;
    }
  }
  return { session: await backend.openSession(wanted), isResumed: false, hasLoggedIn: false };
}

function canOpen({ capabilities }: Backend, { fork }: EarlierOnBackend): boolean {
  const { forkSession, loadSession, resumeSession } = capabilities;
  return fork ? forkSession : loadSession || resumeSession;
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
