import type { ResolvedPath } from '../core/gate/gate-request.ts';
import type { PermissionMode } from '../core/gate/permission-mode.ts';
import type { McpHost } from '../core/ports/mcp-host.ts';
import type { Session, SessionFacts } from '../core/ports/session.ts';
import type { WrittenRule } from '../core/ports/session-permissions.ts';
import type { SessionEvent, StampedEvent } from '../core/state/events.ts';
import { gateMode } from '../core/state/mode-in-force.ts';
import { createAgentActions } from './backend/agent-actions.ts';
import { BackendLink, type EarlierLink } from './backend/backend-link.ts';
import type { ChosenBackend } from './backend/choose-backend.ts';
import { createLogIn, createTerminalLoan } from './backend/log-in.ts';
import { createCustomCommands } from './custom-commands/custom-commands.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createOwnCatalogue, joinCatalogues, type OwnToolSet } from './own-tools/own-catalogue.ts';
import { bridgedToolOf, bridgedTools } from './permissions/bridged-tool-of.ts';
import { createGatekeeper } from './permissions/gatekeeper.ts';
import { createPathGuard } from './permissions/guard-paths.ts';
import { createPendingElicitations, createPendingQuestions } from './permissions/pending-questions.ts';
import type { RuleFiles } from './permissions/rule-files.ts';
import { createSessionRules } from './permissions/session-rules.ts';
import { changesIn } from './permissions/tool-changes.ts';
import type { EarlierSession } from './records/earlier-session.ts';
import type { SessionRecords } from './records/session-records.ts';
import { createSessionTitle } from './records/session-title.ts';
import { createSessionSampler } from './sampling/create-sampler.ts';
import { bridgeServers, createCaller } from './servers/bridged-servers.ts';
import { reportProgress } from './servers/report-progress.ts';
import { openSessionServers } from './servers/session-servers.ts';
import type { CommandContext } from './slash-commands/slash-command.ts';
import {
  completeCommand,
  isOwnCommand,
  resultText,
  runSlashCommand,
} from './slash-commands/slash-commands.ts';
import { createFileAttacher } from './turns/attach-files.ts';
import { withCompaction } from './turns/compaction.ts';
import { createPromptExpander } from './turns/expand-prompt.ts';
import { createDiffPlacer } from './turns/place-diffs.ts';
import { TurnQueue } from './turns/turn-queue.ts';
import { createSessionShell } from './workspace/session-shell.ts';
import { createWorkspace } from './workspace/workspace.ts';
import { createWorkspaceFiles } from './workspace/workspace-files.ts';

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
  /** What stands beside the conversation, for its front end. */
  ports: Pick<Session, 'backends' | 'earlier' | 'library'>;
  facts: Pick<SessionFacts, 'recordDir' | 'configFiles'>;
  /** Called with every event before anybody else sees it. What it returns is shown as a warning. Must not throw. */
  record(event: StampedEvent): string | null;
}

/** Puts a conversation together: its parts are made, each from those before it, then connected. Nothing starts before the first prompt. */
export function createSession(options: SessionOptions): Session {
  const { id, cwd, backend, mode } = options;
  const stream = createEventStream(options.earlier);
  recordEvents(stream, options.record);
  stream.emit({ type: 'session_started', sessionId: id, cwd, backend: backend.name, mode });
  const core = createCore(options, stream);
  const turns = createTurns(options, core);
  connect(options, core, turns);
  return sessionOf(options, core, turns);
}

/** The agent, what it may do, and what waits for the user. */
function createCore(options: SessionOptions, stream: EventStream) {
  const { cwd, mcp, own, interactive } = options;
  const { emit, getState } = stream;
  const workspace = createWorkspace(options.roots, options);
  const link = new BackendLink(options.backend, { stream, cwd, workspace, earlier: earlierLink(options) });
  const agent = createAgentActions(stream, link, options.findBackend);
  const title = createSessionTitle(stream, link);
  const terminal = createTerminalLoan(options.env);
  const questions = createPendingQuestions(emit);
  const elicitations = createPendingElicitations(emit, interactive);
  const ownTools = createOwnCatalogue({
    load: own.load,
    // Only a backend that has the bridge can call them.
    isOffered: () => link.chosen.openBridge !== null,
    caller: () => getState().backend,
  });
  const tools = joinCatalogues(mcp.catalogue, ownTools);
  const rules = createSessionRules(options.rules, options.ruleFiles);
  const diffs = createDiffPlacer(cwd, getState);
  const gate = createGatekeeper({
    emit,
    questions,
    interactive,
    roots: workspace.roots,
    policy: () => ({ ...rules.policy(), mode: gateMode(getState()) }),
    memory: rules,
    changes: changesIn(mcp),
    placeDiffs: diffs.request,
    setMode: agent.setMode,
    guardPaths: createPathGuard(options.ownPaths),
    // Only an agent that has the bridge can mean a tool of it.
    bridgedTool: (claim) =>
      link.current?.bridge == null ? undefined : bridgedToolOf(claim, bridgedTools(tools)),
  });
  return {
    stream,
    workspace,
    link,
    agent,
    title,
    terminal,
    questions,
    elicitations,
    tools,
    rules,
    diffs,
    gate,
  };
}

type Core = ReturnType<typeof createCore>;

/** What a prompt is made of, and the turns that it gets. */
function createTurns(options: SessionOptions, core: Core) {
  const { cwd, home, mcp, interactive, ports, records } = options;
  const { stream, link, gate, tools, rules, workspace, agent, title } = core;
  const { emit, getState } = stream;
  const { elicit } = core.elicitations;
  const files = createWorkspaceFiles({ folder: cwd, home, env: options.env });
  const shell = createSessionShell({ cwd, env: options.shellEnv, emit });
  const custom = createCustomCommands(options, isOwnCommand);
  const sample = createSessionSampler(stream, link, gate);
  const servers = openSessionServers({ ...options, emit, elicit, sample });
  const commands: CommandContext = {
    ...ports,
    ...agent,
    getState,
    records,
    custom,
    mcp: servers,
    permissions: rules,
    tools: () => tools.list(),
    facts: () => ({
      ...options.facts,
      roots: workspace.roots,
      capabilities: link.current?.backend.capabilities ?? null,
    }),
    addDirectory: workspace.add,
    rename: title.rename,
  };
  const expander = createPromptExpander({
    mcp,
    emit,
    elicit,
    interactive,
    attachFiles: createFileAttacher({ cwd, home, gate, emit, takesImages: () => link.takesImages() }),
    expandCommand: custom.expand,
    runCommand: async (line) => resultText(await runSlashCommand(line, commands)),
  });
  const queue = new TurnQueue(link, withCompaction(expander, { stream, link }), emit, interactive);
  return { files, shell, custom, servers, commands, queue };
}

type Turns = ReturnType<typeof createTurns>;

/** Who tells whom, and what the agent gets of all this. */
function connect({ mcp, own, interactive }: SessionOptions, core: Core, { queue }: Turns): void {
  const { stream, workspace, link, title, terminal, elicitations, tools, rules, diffs, gate } = core;
  const { elicit } = elicitations;
  const catalogue = reportProgress(tools, stream.emit);
  const mayRead = (path: ResolvedPath) => gate.mayPass({ kind: 'read', path });
  link.connect({
    services: {
      gate,
      elicit,
      catalogue,
      emit: (event: SessionEvent) => title.emit(diffs.event(event, mayRead)),
    },
    bridged: bridgeServers({ mcp, catalogue, ownInstructions: own.instructions }, gate, createCaller(stream)),
    logIn: createLogIn({ elicit, gate, terminal, interactive }),
  });
  rules.onChange(gate.reconsider);
  workspace.onChange(() => {
    mcp.setRoots([...workspace.roots]);
    gate.reconsider();
  });
  gate.onReason((text) => void queue.addNext([{ type: 'text', text }]));
}

function sessionOf({ id, mcp }: SessionOptions, core: Core, turns: Turns): Session {
  const { stream, link, agent, terminal, questions, elicitations, tools, rules } = core;
  const { files, shell, custom, servers, commands, queue } = turns;
  const { backends, earlier, library, facts } = commands;
  return {
    id,
    getState: stream.getState,
    subscribe: stream.subscribe,
    onEvent: stream.onEvent,
    warmUp() {
      void mcp.start();
      void tools.ready();
      link.start().catch(() => {
        // Told as an event already; the next prompt tries again.
      });
      void custom.load().then((problems) => {
        for (const text of problems) stream.emit({ type: 'notice', level: 'warn', source: '', text });
      });
    },
    prompt: (blocks, prompting) => queue.add(blocks, prompting),
    removeQueued: (promptId) => queue.remove(promptId),
    cancel: () => queue.cancel(),
    endBackend: () => queue.endBackend(),
    resumeQueue: () => queue.resume(),
    answer: questions.settle,
    answerElicitation: elicitations.settle,
    setMode: agent.setMode,
    switchBackend: agent.switchBackend,
    setConfigOption: agent.setConfigOption,
    runCommand: (line) => runSlashCommand(line, commands),
    commands: { custom: custom.list, values: (name, words) => completeCommand(name, words, commands) },
    tools: commands.tools,
    mcp: servers,
    files,
    shell,
    permissions: rules,
    backends,
    earlier,
    library,
    facts,
    setTerminalLender: terminal.setLender,
    async [Symbol.asyncDispose]() {
      questions.close();
      elicitations.close();
      files[Symbol.dispose]();
      await shell[Symbol.asyncDispose]();
      await queue.close();
      await link[Symbol.asyncDispose]();
      await servers[Symbol.asyncDispose]();
    },
  };
}

function earlierLink({ earlier }: SessionOptions): EarlierLink | null {
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
