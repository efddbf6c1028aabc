import type { StampedEvent } from '../core/events.ts';
import type { PermissionMode } from '../core/gate-request.ts';
import type { PermissionRule } from '../core/permission-rule.ts';
import type { EmitEvent, Gatekeeper, McpHost, Session } from '../core/ports.ts';
import type { SessionState } from '../core/session-state.ts';
import type { ChosenBackend } from './choose-backend.ts';
import { type BackendLink, createBackendLink } from './backend-link.ts';
import { createEventStream } from './event-stream.ts';
import { gateCatalogue } from './gated-catalogue.ts';
import { createGatekeeper } from './gatekeeper.ts';
import { isBridgedClaim } from './is-bridged-claim.ts';
import { createQuestionDesk } from './question-desk.ts';
import { runSlashCommand } from './slash-commands.ts';
import { createTurnQueue } from './turn-queue.ts';

export interface SessionOptions {
  id: string;
  cwd: string;
  /** Resolved absolute paths; the first is that of cwd. */
  roots: string[];
  mode: PermissionMode;
  rules: { allow: PermissionRule[]; ask: PermissionRule[]; deny: PermissionRule[] };
  /** Whether there is somebody to ask. */
  interactive: boolean;
  backend: ChosenBackend;
  mcp: McpHost;
  /** Called with every event before anybody else sees it. What it returns is shown as a warning. Must not throw. */
  record(event: StampedEvent): string | null;
}

/** Puts a conversation together: events, gate, tools, backend and turns. Nothing starts before the first prompt. */
export function createSession(options: SessionOptions): Session {
  const { id, cwd, backend, mcp, mode } = options;
  const stream = createEventStream();
  const { emit, getState } = stream;
  stream.onEvent((event) => {
    const warning = options.record(event);
    if (warning !== null) emit({ type: 'notice', level: 'warn', source: 'simse', text: warning });
  });
  emit({ type: 'session_started', sessionId: id, cwd, backend: backend.name, mode });

  const desk = createQuestionDesk(emit);
  const gate = createGatekeeper({
    emit,
    desk,
    roots: options.roots,
    interactive: options.interactive,
    policy: () => ({ ...options.rules, mode: getState().mode }),
    isBridged: (request) => backend.openBridge !== null && isBridgedClaim(request, mcp.catalogue.list()),
  });
  const link = linkBackend(options, emit, gate, getState);
  const turns = createTurnQueue(() => link.session(), emit);
  const stopReporting = reportServers(mcp, emit);

  const setMode = (next: PermissionMode) => {
    emit({ type: 'mode_changed', mode: next });
    gate.reconsider();
    void link.current()?.setMode(next);
  };
  const tools = () => mcp.catalogue.list();

  return {
    id,
    getState,
    subscribe: stream.subscribe,
    onEvent: stream.onEvent,
    warmUp() {
      void mcp.start();
      link.session().catch(() => {
        // Told as an event already; the next prompt tries again.
      });
    },
    prompt: turns.add,
    removeQueued: turns.remove,
    cancel: turns.cancel,
    answer: desk.settle,
    setMode,
    runCommand: (line) => Promise.resolve(runSlashCommand(line, { getState, tools, setMode })),
    tools,
    async [Symbol.asyncDispose]() {
      desk.close();
      await turns.close();
      await link[Symbol.asyncDispose]();
      stopReporting();
      await mcp[Symbol.asyncDispose]();
    },
  };
}

function linkBackend(
  options: SessionOptions,
  emit: EmitEvent,
  gate: Gatekeeper,
  getState: () => SessionState,
): BackendLink {
  const { backend, mcp } = options;
  const { openBridge } = backend;
  const gated = gateCatalogue(mcp.catalogue, gate, backend.name);
  return createBackendLink({
    name: backend.name,
    command: backend.command,
    cwd: options.cwd,
    additionalDirectories: options.roots.slice(1),
    emit,
    connect: (signal) => backend.connect({ emit, gate, catalogue: mcp.catalogue }, signal),
    directServers: backend.directServers,
    openBridge: openBridge === null ? null : (takesHttp) => openBridge(gated, takesHttp),
    mode: () => getState().mode,
    isBusy: () => getState().turn !== null,
  });
}

/** Turns what happens to the MCP servers into events of this session. */
function reportServers(mcp: McpHost, emit: EmitEvent): () => void {
  for (const server of mcp.status()) emit({ type: 'mcp_server', server });
  const stops = [
    mcp.onStatus((server) => emit({ type: 'mcp_server', server })),
    mcp.onNotice((level, source, text) => emit({ type: 'notice', level, source, text })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
