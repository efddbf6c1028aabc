import { type BackendConfig, BUILT_IN_BACKEND } from '../../config/backend-config.ts';
import { expandBackend, expandMcpServer, type Startable } from '../../config/expand-entry.ts';
import type { StdioServerConfig } from '../../config/mcp-server-config.ts';
import { keyVariablesOf } from '../../config/model-settings.ts';
import { resolveBackend } from '../../config/resolve-backend.ts';
import { trustSubjects } from '../../config/trust-subject.ts';
import { SimseError } from '../../core/errors.ts';
import { KEY_VARIABLES } from '../../core/model-providers.ts';
import type { Backend, BackendMcpServer } from '../../core/ports/backend.ts';
import type { Bridge, BridgedServers } from '../../core/ports/bridge.ts';
import { configuredProof } from '../../mcp/auth/configured-credentials.ts';
import { appDirs } from '../../platform/app-dirs.ts';
import { childEnvironment, wholeEnvironment } from '../../platform/child-env.ts';
import { quoteCommandLine } from '../../platform/command-line.ts';
import { type AppContext, surroundingsOf } from '../app-context.ts';
import { type Project, trustedServers } from '../load-project.ts';
import type { SessionServices } from './session-services.ts';

/** An agent is told no directory of a server, and starts it in its own. */
const RUN_IN = 'cd -- "$1" && shift && exec "$@"';

/** The user's servers as their own entries, for a backend that is to start them itself. */
export function directServers(
  app: Pick<AppContext, 'env' | 'cwd' | 'dirs' | 'platform'>,
  project: Pick<Project, 'config' | 'untrusted'>,
): BackendMcpServer[] {
  return trustedServers(project)
    .filter(({ value }) => value.enabled)
    .flatMap((entry): BackendMcpServer[] => {
      const server = expandMcpServer(entry, surroundingsOf(app));
      const { name } = server;
      if (server.transport === 'stdio') {
        const env = childEnvironment(app.env, server.env);
        return [{ transport: 'stdio', name, ...placedCommand(server, app.platform), env }];
      }
      if (server.transport !== 'http' && server.transport !== 'sse') return [];
      const headers = { ...server.headers, ...configuredProof(server) };
      return [{ transport: server.transport, name, url: server.url, headers }];
    });
}

function placedCommand(
  { cwd, ...server }: Startable<StdioServerConfig>,
  platform: NodeJS.Platform,
): { command: string; args: string[] } {
  const { command, args } = server.start ?? server;
  if (cwd === undefined || platform === 'win32') return { command, args };
  return { command: '/bin/sh', args: ['-c', RUN_IN, 'sh', cwd, command, ...args] };
}

export interface ChosenBackend {
  name: string;
  /** The command line, for people; variables as they are written. */
  command: string;
  /** Starts it in `cwd`, the directory of the session it is for, unless its entry names another. */
  connect(services: SessionServices, signal: AbortSignal, cwd: string): Promise<Backend>;
  directServers: BackendMcpServer[];
  openBridge: ((servers: BridgedServers, takesHttp: boolean) => Promise<Bridge>) | null;
  /** Whether it connects to the bridge with its session: the built-in one only does when it needs a tool. */
  connectsAtOnce: boolean;
}

/**
 * The backend of a run, ready to be started. Throws SimseError('untrusted') when the user declined it and
 * SimseError('config') when a variable it needs is not set.
 */
export function chooseBackend(app: AppContext, project: Project, maxTurns: number): ChosenBackend {
  const config = backendConfig(app, project);
  const written = project.backend?.value ?? config;
  return {
    name: config.name,
    command: quoteCommandLine([written.command, ...written.args]),
    async connect(services, signal, cwd) {
      const { startBackend } = await import('../../acp/start-backend.ts');
      const client = { ...services, clientVersion: app.version, maxTurns, log: app.log };
      const { commandKeys = [] } = config;
      const withheld = keyVariables(project).filter((name) => !commandKeys.includes(name));
      return startBackend(config, client, {
        env: agentEnvironment(app, config),
        cwd,
        withheld,
        signal,
      });
    },
    directServers: config.mcp === 'direct' ? directServers(app, project) : [],
    openBridge:
      config.mcp === 'bridge' ? (servers, takesHttp) => openBridgeFor(app, servers, takesHttp) : null,
    connectsAtOnce: project.backend !== null,
  };
}

/**
 * The backend of a name in acp.json, or the built-in one by its own; throws as chooseBackend, and SimseError('no_backend')
 * for a name that is not configured.
 */
export function findBackend(
  app: AppContext,
  project: Project,
  maxTurns: number,
  name: string,
): ChosenBackend {
  const { model: _model, agentCommand: _agentCommand, provider: _provider, ...flags } = app.flags;
  return chooseBackend({ ...app, flags }, withBackend(app, project, name), maxTurns);
}

/** The project with another backend, and what in it still waits for the user's word. Throws SimseError('no_backend'). */
export function withBackend({ flags }: AppContext, project: Project, name: string): Project {
  const { config, trust } = project;
  const backend = resolveBackend(config, { agent: name });
  const subjects = flags.trustProject ? [] : trustSubjects(config, backend);
  return { ...project, backend, untrusted: subjects.filter((subject) => !trust.isTrusted(subject)) };
}

function backendConfig(app: AppContext, project: Project): Startable<BackendConfig> {
  const { backend, untrusted } = project;
  if (backend === null) return builtInBackend(app);
  if (untrusted.some((subject) => subject.kind === 'backend')) {
    throw new SimseError(
      'untrusted',
      `${backend.value.name} is not started, since you did not agree to its command.`,
    );
  }
  const config = expandBackend(backend, surroundingsOf(app));
  return app.flags.model === undefined ? config : { ...config, defaultAgent: app.flags.model };
}

/** What agents read keys from. Commands that a model has run, and MCP servers, must not see them. */
function keyVariables({ config }: Project): string[] {
  return [...KEY_VARIABLES, ...keyVariablesOf(config.settings.models)];
}

function builtInBackend(app: AppContext): BackendConfig {
  const { entry, flags, dirs } = app;
  // What --data-dir says holds for the agent's own sessions as well.
  const dataDir = dirs.dataDir === appDirs(app).dataDir ? [] : ['--data-dir', dirs.dataDir];
  const provider = flags.provider === undefined ? [] : ['--provider', flags.provider];
  const model = flags.provider === undefined || flags.model === undefined ? [] : ['--model', flags.model];
  return {
    name: BUILT_IN_BACKEND,
    command: entry.command,
    args: [...entry.args, 'agent', ...provider, ...model, ...dataDir],
    env: {},
    timeoutMs: 60_000,
    dialect: 'acp',
    mcp: 'bridge',
    ...(flags.model === undefined ? {} : { defaultAgent: flags.model }),
  };
}

/** An agent is the user's own program and gets the user's environment, with a mark that tells it where it runs. */
function agentEnvironment({ env }: AppContext, config: BackendConfig): Record<string, string> {
  return wholeEnvironment(env, { ...config.env, SIMSE: '1' });
}

async function openBridgeFor(app: AppContext, servers: BridgedServers, takesHttp: boolean): Promise<Bridge> {
  const { openBridge } = await import('../../mcp-server/bridge/open-bridge.ts');
  const shim = { command: app.entry.command, args: [...app.entry.args, 'mcp', 'bridge'] };
  return openBridge({ servers, takesHttp, shim, version: app.version });
}
