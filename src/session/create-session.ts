import { messageOf, SimseError } from '../core/errors.ts';
import type { SessionEvent, StampedEvent } from '../core/state/events.ts';
import type { Claim } from '../core/gate/gate-request.ts';
import type { WrittenRule } from '../core/ports/session-permissions.ts';
import type { PermissionMode } from '../core/gate/permission-mode.ts';
import { gateMode } from '../core/state/mode-in-force.ts';
import type { BridgedServers } from '../core/ports/bridge.ts';
import type { CommandResult } from '../core/ports/session-commands.ts';
import type { Gatekeeper } from '../core/ports/gatekeeper.ts';
import type { Session, SessionFacts } from '../core/ports/session.ts';
import type { ToolCatalogue } from '../core/ports/catalogue.ts';
import type { McpHost, Sample } from '../core/ports/mcp-host.ts';
import { bridgedTools, bridgeServers } from './servers/bridged-servers.ts';
import { BackendLink, type BackendLinkOptions } from './backend/backend-link.ts';
import { createCaller } from './servers/caller.ts';
import type { ChosenBackend } from './backend/choose-backend.ts';
import { withCompaction } from './turns/compaction.ts';
import { completeCommand } from './slash-commands/complete-command.ts';
import { conversationSoFar } from './turns/conversation-so-far.ts';
import type { EarlierSession } from './records/earlier-session.ts';
import { createElicitationDesk } from './permissions/elicitation-desk.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createPathGuard } from './permissions/guard-paths.ts';
import { createGatekeeper } from './permissions/gatekeeper.ts';
import { bridgedToolOf } from './permissions/bridged-tool-of.ts';
import { joinCatalogues } from './own-tools/join-catalogues.ts';
import { createOwnCatalogue } from './own-tools/own-catalogue.ts';
import type { OwnToolSet } from './own-tools/own-tool-set.ts';
import { createLogIn } from './backend/log-in.ts';
import { createDiffPlacer } from './turns/place-diffs.ts';
import { createQuestionDesk } from './permissions/question-desk.ts';
import { reportProgress } from './servers/report-progress.ts';
import { openSessionServers } from './servers/open-session-servers.ts';
import { createTerminalLoan } from './run-in-terminal.ts';
import { createSampler } from './sampling/create-sampler.ts';
import { createSessionActions, type SessionPorts } from './session-actions.ts';
import type { RuleFiles } from './permissions/rule-files.ts';
import { createSessionRules } from './permissions/session-rules.ts';
import type { SessionRecords } from './records/session-records.ts';
import { createSessionSources } from './session-sources.ts';
import { createSessionTitle } from './records/session-title.ts';
import { runSlashCommand } from './slash-commands/slash-commands.ts';
import { changesIn } from './permissions/tool-changes.ts';
import { TurnQueue } from './turns/turn-queue.ts';
import { createWorkspace } from './workspace/workspace.ts';

export interface SessionOptions {
  id: string;
  cwd: string;
  /** Resolved absolute paths; the first is that of cwd. */
  roots: string[];
  mode: PermissionMode;
  rules: readonly WrittenRule[];
  /** Where rules are kept; null where they cannot be. */
  ruleFiles: RuleFiles | null;
  /** Whether there is somebody to ask. */
  interactive: boolean;
  backend: ChosenBackend;
  /** The session that goes on, or that this one begins with. */
  earlier: EarlierSession | null;
  /** The backend of a name in acp.json; throws SimseError('no_backend') for another. */
  findBackend(name: string): ChosenBackend;
  mcp: McpHost;
  records: SessionRecords;
  /** Tools of simse's own for the backend. */
  own: Pick<OwnToolSet, 'load' | 'instructions'>;
  /** The environment of programs that use the terminal. */
  env: Readonly<Record<string, string>>;
  /** The environment of commands that the user types. */
  shellEnv: Readonly<Record<string, string>>;
  /** The user's home directory. */
  home: string;
  /** The user's config directory. */
  configDir: string;
  /** simse's own folders and files, absolute; they need not be there. */
  ownPaths: readonly string[];
  /** Opens a page in the user's browser. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
  ports: SessionPorts;
  facts: Pick<SessionFacts, 'recordDir' | 'configFiles'>;
  /** Called with every event before anybody else sees it. What it returns is shown as a warning. Must not throw. */
  record(event: StampedEvent): string | null;
}

/** Puts a conversation together: events, gate, tools, backend and turns. Nothing starts before the first prompt. */
export function createSession(options: SessionOptions): Session {
  const { id, cwd, backend, mode } = options;
  const stream = createEventStream(options.earlier);
  recordEvents(stream, options.record);
  stream.emit({ type: 'session_started', sessionId: id, cwd, backend: backend.name, mode });
  return toSession(id, stream, createParts(options, stream));
}

function createParts(options: SessionOptions, stream: EventStream) {
  const { cwd, mcp, interactive } = options;
  const { emit, getState } = stream;
  const questions = createQuestionDesk(emit);
  const elicitations = createElicitationDesk(emit, interactive);
  const terminal = createTerminalLoan(options.env);
  const workspace = createWorkspace(options.roots, options);
  const permissions = createSessionRules(options.rules, options.ruleFiles);
  const diffs = createDiffPlacer({ cwd, getState, mayRead: (path) => gate.mayPass({ kind: 'read', path }) });
  const gate = createGatekeeper({
    emit,
    placeDiffs: diffs.request,
    desk: questions,
    roots: workspace.roots,
    interactive,
    policy: () => ({ ...permissions.policy(), mode: gateMode(getState()) }),
    memory: permissions,
    setMode: (mode) => actions.setMode(mode),
    tellBackend: (text) => void turns.addNext([{ type: 'text', text }]),
    changes: changesIn(mcp),
    guardPaths: createPathGuard(options.ownPaths),
    bridgedTool: (claim) => bridgedIn(link, tools, claim),
  });
  permissions.onChange(gate.reconsider);
  const tools = allTools(options, stream, () => link.chosen);
  const catalogue = reportProgress(tools, emit);
  const title = createSessionTitle(stream, () => link.current);
  const tell = (event: SessionEvent) => title.emit(diffs.event(event));
  const link = new BackendLink(options.backend, {
    emit,
    services: { emit: tell, gate, elicit: elicitations.elicit, catalogue },
    bridged: bridgedServers(options, catalogue, gate, stream),
    cwd,
    additionalDirectories: () => workspace.roots.slice(1),
    logIn: createLogIn({ elicit: elicitations.elicit, gate, terminal, interactive }),
    mode: () => getState().mode,
    isBusy: () => getState().turn !== null,
    earlier: earlierSession(options.earlier),
    conversation: () => conversationSoFar(getState()),
  });
  const sources = createSessionSources({ ...options, stream, gate, link });
  const servers = openSessionServers({
    ...options,
    attachFiles: sources.attachFiles,
    expandCommand: sources.custom.expand,
    emit,
    elicit: elicitations.elicit,
    sample: samplerOf(stream, link, gate),
    runCommand: async (line) => textOf(await runSlashCommand(line, actions)),
  });
  const turns = new TurnQueue(link, withCompaction(servers.expander, { stream, link }), emit, interactive);
  const parts = { stream, link, gate, tools, servers, workspace, permissions };
  const { custom } = sources;
  const actions = createSessionActions({ ...options, ...parts, custom, rename: title.rename });
  return { questions, elicitations, permissions, terminal, link, sources, servers, turns, actions };
}

/** Only an agent that has the bridge can mean a tool of it. */
function bridgedIn({ current }: BackendLink, tools: ToolCatalogue, claim: Claim): string | undefined {
  return current?.bridge == null ? undefined : bridgedToolOf(claim, bridgedTools(tools));
}

type Parts = ReturnType<typeof createParts>;

function toSession(id: string, { getState, subscribe, onEvent }: EventStream, parts: Parts): Session {
  const { questions, elicitations, permissions, terminal, link, sources, servers, turns, actions } = parts;
  return {
    id,
    getState,
    subscribe,
    onEvent,
    warmUp() {
      actions.warmUp();
      sources.warmUp();
    },
    prompt: (blocks, prompting) => turns.add(blocks, prompting),
    removeQueued: (promptId) => turns.remove(promptId),
    cancel: () => turns.cancel(),
    endBackend: () => turns.endBackend(),
    resumeQueue: () => turns.resume(),
    answer: questions.settle,
    answerElicitation: elicitations.settle,
    setMode: actions.setMode,
    runCommand: (line) => runSlashCommand(line, actions),
    tools: actions.tools,
    mcp: servers.port,
    files: sources.files,
    shell: sources.shell,
    commands: {
      custom: sources.custom.list,
      values: (name, words) => completeCommand(name, words, actions),
    },
    permissions,
    backends: actions.backends,
    switchBackend: actions.switchBackend,
    setConfigOption: actions.setConfigOption,
    earlier: actions.earlier,
    library: actions.library,
    facts: actions.facts,
    setTerminalLender: terminal.setLender,
    async [Symbol.asyncDispose]() {
      questions.close();
      elicitations.close();
      await sources[Symbol.asyncDispose]();
      await turns.close();
      await link[Symbol.asyncDispose]();
      await servers[Symbol.asyncDispose]();
    },
  };
}

function bridgedServers(
  { mcp, own }: SessionOptions,
  catalogue: ToolCatalogue,
  gate: Gatekeeper,
  stream: EventStream,
): BridgedServers {
  return bridgeServers({ mcp, catalogue, ownInstructions: own.instructions }, gate, createCaller(stream));
}

/** The tools of the user's servers, and simse's own for a backend that has the bridge. */
function allTools(
  { mcp, own }: SessionOptions,
  { getState }: EventStream,
  chosen: () => ChosenBackend,
): ToolCatalogue {
  const ownTools = createOwnCatalogue({
    load: own.load,
    isOffered: () => chosen().openBridge !== null,
    caller: () => getState().backend,
  });
  return joinCatalogues(mcp.catalogue, ownTools);
}

/** What servers ask of the model is answered as prompts are: by the same backend, with the model that is chosen there. */
function samplerOf({ emit, getState }: EventStream, link: BackendLink, gate: Gatekeeper): Sample {
  const sample = createSampler({
    emit,
    gate,
    backend: () => link.chosen,
    model() {
      const option = getState().configOptions.find(({ category }) => category === 'model');
      return typeof option?.value === 'string' ? option.value : null;
    },
    turn: () => getState().turn?.id ?? '',
  });
  // The server may keep to itself why it got no answer; a refusal is told as every other.
  return async (request, options) => {
    try {
      return await sample(request, options);
    } catch (thrown) {
      const isTold = options.signal.aborted || (thrown instanceof SimseError && thrown.code === 'denied');
      const text = `got no answer of the model: ${messageOf(thrown)}`;
      if (!isTold) emit({ type: 'notice', level: 'warn', source: request.server, text });
      throw thrown;
    }
  };
}

function textOf(result: CommandResult): string {
  return 'text' in result ? (result.text ?? '') : '';
}

function earlierSession(earlier: EarlierSession | null): BackendLinkOptions['earlier'] {
  const { name, sessionId = null } = earlier?.backend ?? {};
  if (name === undefined || sessionId === null) return null;
  return { name, sessionId, fork: earlier?.fork != null };
}

function recordEvents({ onEvent, emit }: EventStream, record: SessionOptions['record']): void {
  onEvent((event) => {
    if (event.type === 'notice' && event.isFleeting === true) return;
    const warning = record(event);
    if (warning !== null) emit({ type: 'notice', level: 'warn', source: 'simse', text: warning });
  });
}
