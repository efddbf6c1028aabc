import type { BackendConfig } from '../config/backend-config.ts';
import type { Startable } from '../config/expand-entry.ts';
import { type ErrorCode, SimseError } from '../core/errors.ts';
import type { Backend } from '../core/ports/backend.ts';
import { RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import { quoteCommandLine } from '../platform/command-line.ts';
import { type AgentLink, linkAgent } from './link-agent.ts';
import { authenticate, logOut, readAuthMethods } from './log-in.ts';
import { openBackendSession } from './open-backend-session.ts';
import type { AgentContext, BackendClient } from './sessions/agent-context.ts';
import { archiveSession, deleteSession, listAgentSessions } from './stored-sessions.ts';
import { readAgentProfile } from './translate/agent-profile.ts';
import { quirksOf } from './vendors/vendor-quirks.ts';
import { acpDialect, type Dialect } from './wire/acp-dialect.ts';
import { askAgent } from './wire/acp-peer.ts';
import { type AgentDescription, explainError, UNSUPPORTED_VERSION } from './wire/agent-error.ts';
import { joinChunks } from './wire/join-chunks.ts';
import { simseDialect } from './wire/simse-dialect.ts';

const ACP_VERSION = 1;

interface StartOptions {
  /** Where the agent runs, absolute, unless its entry names another directory. */
  cwd: string;
  /** simse's own environment; the agent gets all of it, and what its config adds. */
  env: Readonly<Record<string, string | undefined>>;
  /** Variables that the agent needs itself, and the commands that it has simse run must not see. */
  withheld?: readonly string[];
  /** Ends the agent at any time. */
  signal: AbortSignal;
}

/**
 * Starts an agent and shakes hands with it. `config` is expanded already. Rejects with a SimseError that says why the agent
 * did not start; then nothing of it runs any more.
 */
export async function startBackend(
  config: Startable<BackendConfig>,
  owner: BackendClient,
  { env, cwd, withheld = [], signal }: StartOptions,
): Promise<Backend> {
  const { emit, flush } = joinChunks(owner.emit);
  const client = { ...owner, emit };
  const commandLine = quoteCommandLine([config.command, ...config.args]);
  const identity: AgentDescription = { name: config.name, commandLine, authMethods: [] };
  const agentEnv = wholeEnvironment(env, config.env);
  const place = config.cwd ?? cwd;
  const link = await linkAgent({ ...config, cwd: place }, agentEnv, client, flush);
  signal.addEventListener('abort', () => void link.stop(), { once: true });
  try {
    const initialized = await shakeHands(link, config, client, signal);
    return toBackend(
      link,
      createContext(
        link,
        { config, client, identity, cwd: place, commandEnv: without(agentEnv, withheld) },
        initialized,
      ),
    );
  } catch (error) {
    await link.stop();
    if (signal.aborted) throw new SimseError('cancelled', `${config.name} was stopped while starting`);
    throw withLastWords(explainError(error, identity, handshakeCode(error)), link);
  }
}

async function shakeHands(
  { peer }: AgentLink,
  { name, timeoutMs }: BackendConfig,
  { clientVersion }: BackendClient,
  signal: AbortSignal,
): Promise<RpcParams> {
  const params = {
    protocolVersion: ACP_VERSION,
    clientInfo: { name: 'simse', title: 'simse', version: clientVersion },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      auth: { terminal: true },
      elicitation: { form: {}, url: {} },
      _meta: { terminal_output: true, 'terminal-auth': true },
    },
  };
  const limits = { failure: 'did not answer initialize', limitMs: timeoutMs, signal };
  return askAgent({ peer, identity: { name } }, 'initialize', params, limits);
}

/** Some agents refuse a version that they do not speak, where others name their own. */
function handshakeCode(error: unknown): ErrorCode {
  return error instanceof RpcError && error.code === UNSUPPORTED_VERSION ? 'protocol' : 'backend_failed';
}

/** An agent that is silent on the protocol has often said on stderr, or beside it, what it misses. */
function withLastWords(error: unknown, { lastWords }: AgentLink): unknown {
  const words = lastWords();
  if (!(error instanceof SimseError) || error.code !== 'timeout' || words === '') return error;
  return new SimseError(error.code, error.message, { hint: `It printed: ${words}`, cause: error });
}

type Known = Pick<AgentContext, 'config' | 'client' | 'identity' | 'cwd' | 'commandEnv'>;

function createContext(link: AgentLink, known: Known, initialized: RpcParams): AgentContext {
  const dialect = chooseDialect(known.config.dialect, initialized, known.config.name);
  const profile = readAgentProfile(initialized);
  const authMethods = readAuthMethods(initialized['authMethods'], { ...known.config, cwd: known.cwd });
  link.speak(dialect);
  return {
    ...known,
    identity: { ...known.identity, authMethods },
    peer: link.peer,
    dialect,
    profile,
    quirks: quirksOf(profile.info?.name),
    warnOnce: createWarner(known),
    stop: link.stop,
  };
}

/**
 * The dialect that an agent speaks, by the config or by its answer to `initialize`: only ACP has a `protocolVersion`.
 * Throws `protocol` for a version of ACP that simse does not speak.
 */
function chooseDialect(
  configured: 'auto' | 'acp' | 'simse',
  initialized: Readonly<Record<string, unknown>>,
  backend: string,
): Dialect {
  const version = initialized['protocolVersion'];
  if (configured === 'simse') return simseDialect;
  if (version === undefined || version === null) return configured === 'acp' ? acpDialect : simseDialect;
  if (Number(version) === ACP_VERSION) return acpDialect;
  throw new SimseError(
    'protocol',
    `${backend} speaks version ${JSON.stringify(version)} of ACP, simse version ${ACP_VERSION}`,
    {
      hint: `Use a version of ${backend} that speaks version ${ACP_VERSION}.`,
    },
  );
}

/** Tells each thing once, however often it is said. */
function createWarner({ client, config }: Known): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) client.emit({ type: 'notice', level: 'warn', source: config.name, text });
    told.add(text);
  };
}

function toBackend(link: AgentLink, context: AgentContext): Backend {
  return {
    name: context.config.name,
    agent: context.profile.info,
    capabilities: context.profile.capabilities,
    exited: link.exited,
    authMethods: context.identity.authMethods,
    openSession: (options) => openBackendSession(context, link.sessions, options),
    authenticate: (methodId, signal) => authenticate(context, methodId, signal),
    logout: () => logOut(context),
    listSessions: (cwd) => listAgentSessions(context, cwd),
    deleteSession: (id) => deleteSession(context, id),
    archiveSession: (id) => archiveSession(context, id),
    [Symbol.asyncDispose]: link.stop,
  };
}

function without(env: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
