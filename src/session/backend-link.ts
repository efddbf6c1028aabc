import type { PermissionMode } from '../core/gate-request.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import type {
  Backend,
  BackendExit,
  BackendMcpServer,
  BackendSession,
  Bridge,
  EmitEvent,
} from '../core/ports.ts';

export interface BackendLinkOptions {
  name: string;
  /** As it is shown: the command line. */
  command: string;
  cwd: string;
  additionalDirectories: string[];
  emit: EmitEvent;
  /** Starts the process and shakes hands. Rejects with a SimseError. */
  connect(signal: AbortSignal): Promise<Backend>;
  /** The servers to name to the backend besides the bridge. */
  directServers: BackendMcpServer[];
  /** null when this backend gets no bridge. */
  openBridge: ((takesHttp: boolean) => Promise<Bridge>) | null;
  mode(): PermissionMode;
  /** Whether a turn runs: then its own end says what went wrong. */
  isBusy(): boolean;
}

export interface BackendLink extends AsyncDisposable {
  /** The backend's session, started when there is none or when the last one has gone. */
  session(): Promise<BackendSession>;
  /** The running session, if there is one. */
  current(): BackendSession | null;
}

interface Live {
  backend: Backend;
  bridge: Bridge | null;
  session: BackendSession;
}

/** Keeps one backend process and one session on it; after a crash the next call starts anew. */
export function createBackendLink(options: BackendLinkOptions): BackendLink {
  const { emit, name } = options;
  const shutdown = new AbortController();
  let opening: Promise<Live> | null = null;
  let live: Live | null = null;
  let hadSession = false;

  const reportExit = (exit: BackendExit) => {
    emit({ type: 'backend_exited', backend: name, ...exit });
    if (options.isBusy() || shutdown.signal.aborted) return;
    const text = [exit.reason, exit.stderr.trim(), 'The next prompt starts it again.']
      .filter(Boolean)
      .join('\n');
    emit({ type: 'notice', level: 'error', source: name, text });
  };

  const open = async (): Promise<Live> => {
    emit({ type: 'backend_starting', backend: name, command: options.command });
    try {
      const opened = await openLive(options, shutdown.signal);
      live = opened;
      void watch(opened);
      const { backend, session } = opened;
      emit({ type: 'backend_ready', backend: name, agent: backend.agent, backendSessionId: session.id });
      if (hadSession) {
        const text = `${name} was started again and does not remember the conversation so far.`;
        emit({ type: 'notice', level: 'warn', source: name, text });
      }
      hadSession = true;
      return opened;
    } catch (cause) {
      opening = null;
      reportExit({ reason: messageOf(cause), stderr: '' });
      throw cause;
    }
  };

  const watch = async (opened: Live) => {
    const exit = await opened.backend.exited;
    if (live !== opened) return;
    live = null;
    opening = null;
    if (!shutdown.signal.aborted) reportExit(exit);
    await opened.bridge?.[Symbol.asyncDispose]();
  };

  return {
    async session() {
      if (shutdown.signal.aborted) throw new SimseError('cancelled', 'The session is closed.');
      opening ??= open();
      return (await opening).session;
    },
    current: () => live?.session ?? null,
    async [Symbol.asyncDispose]() {
      shutdown.abort();
      const opened = await opening?.catch(() => null);
      await opened?.backend[Symbol.asyncDispose]();
      await opened?.bridge?.[Symbol.asyncDispose]();
    },
  };
}

async function openLive(options: BackendLinkOptions, signal: AbortSignal): Promise<Live> {
  const backend = await options.connect(signal);
  let bridge: Bridge | null = null;
  try {
    bridge = (await options.openBridge?.(backend.capabilities.mcpHttp)) ?? null;
    const session = await backend.openSession({
      cwd: options.cwd,
      additionalDirectories: options.additionalDirectories,
      mcpServers: [...options.directServers, ...(bridge === null ? [] : [bridge.server])],
    });
    await session.setMode(options.mode());
    return { backend, bridge, session };
  } catch (cause) {
    await backend[Symbol.asyncDispose]();
    await bridge?.[Symbol.asyncDispose]();
    throw cause;
  }
}
