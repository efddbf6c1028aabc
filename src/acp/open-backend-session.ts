import { SimseError } from '../core/errors.ts';
import { idOf } from '../core/json.ts';
import type { BackendMcpServer, BackendSession, OpenSessionOptions } from '../core/ports/backend.ts';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import { toBackendSession } from './backend-session.ts';
import { createAcpSession } from './create-acp-session.ts';
import type { OpeningSession } from './sessions/acp-session.ts';
import type { AgentContext } from './sessions/agent-context.ts';
import type { SessionDirectory } from './sessions/session-directory.ts';
import { askAgent } from './wire/acp-peer.ts';
import { AUTH_REQUIRED, explainError, toSimseError } from './wire/agent-error.ts';

type Options = OpenSessionOptions & { resume: string };

/**
 * Opens a session, then chooses the model or agent that the config asks for; or continues one that the agent keeps, or a fork
 * of it. Rejects with a SimseError.
 */
export async function openBackendSession(
  agent: AgentContext,
  directory: SessionDirectory,
  options: OpenSessionOptions,
): Promise<BackendSession> {
  const session = createAcpSession(agent, options.cwd);
  try {
    const { resume } = options;
    if (resume === undefined) await openNew(session, directory, options);
    else if (options.fork === true) await forkSession(session, directory, { ...options, resume });
    else await reopenSession(session, directory, { ...options, resume });
  } catch (error) {
    directory.drop(session);
    throw explainError(error, agent.identity);
  }
  return toBackendSession(session, directory);
}

async function openNew(
  session: OpeningSession,
  directory: SessionDirectory,
  options: OpenSessionOptions,
): Promise<void> {
  const { agent } = session;
  const { defaultAgent } = agent.config;
  directory.expect(session);
  const params = sessionParams(agent, options);
  takeOpened(session, directory, await ask(session, 'session/new', params, 'did not open a session'));
  if (defaultAgent !== undefined && agent.dialect.name === 'acp') await session.settings.choose(defaultAgent);
}

/**
 * Opens a session that begins with what was said in another, which stays as it is. What the agent tells of that past is
 * left out, as when a session is opened again. Rejects with `no_session` when the agent cannot, or does not know the
 * other session.
 */
async function forkSession(
  session: OpeningSession,
  directory: SessionDirectory,
  options: Options,
): Promise<void> {
  const { agent } = session;
  if (!agent.profile.capabilities.forkSession)
    throw new SimseError('no_session', `${agent.identity.name} cannot fork a session`);
  session.isReplaying = true;
  directory.expect(session);
  const params = { ...sessionParams(agent, options), sessionId: options.resume };
  const asked = ask(session, 'session/fork', params, 'did not fork its session');
  const opened = await asked.catch((error: unknown) => {
    throw isRefusal(error) ? toSimseError(error, agent.identity, 'no_session') : error;
  });
  takeOpened(session, directory, opened);
  session.isReplaying = false;
}

/**
 * Continues a session that the agent keeps. What `session/load` tells of its past again is left out, except for what
 * it says of now: settings, commands, title and usage. Rejects with `no_session` when the agent cannot, or does not
 * know the session.
 */
async function reopenSession(
  session: OpeningSession,
  directory: SessionDirectory,
  options: Options,
): Promise<void> {
  const { capabilities } = session.agent.profile;
  const methods: string[] = [];
  if (capabilities.resumeSession) methods.push('session/resume');
  if (capabilities.loadSession) methods.push('session/load');
  session.setId(options.resume);
  directory.settle(session);
  const params = { ...sessionParams(session.agent, options), sessionId: options.resume };
  session.isReplaying = true;
  const opened = await askFirst(session, methods, params);
  // Some agents are still telling of the past when they have answered already.
  if (capabilities.loadSession) await session.activity.quiet();
  session.isReplaying = false;
  session.settings.load(opened);
}

/** By the first of the methods that the agent really has. */
async function askFirst(
  session: OpeningSession,
  [method, ...others]: readonly string[],
  params: RpcParams,
): Promise<RpcParams> {
  const { identity } = session.agent;
  if (method === undefined)
    throw new SimseError('no_session', `${identity.name} cannot resume an earlier session`);
  try {
    return await ask(session, method, params, 'did not open its earlier session');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code === METHOD_NOT_FOUND) return askFirst(session, others, params);
    // Half of the agents call an id that they do not know an internal error, so that every refusal counts as one.
    throw toSimseError(error, identity, 'no_session');
  }
}

function isRefusal(error: unknown): error is RpcError {
  return error instanceof RpcError && error.code !== AUTH_REQUIRED;
}

function ask(
  { agent, activity }: OpeningSession,
  method: string,
  params: RpcParams,
  failure: string,
): Promise<RpcParams> {
  return askAgent(agent, method, params, { failure, limitMs: agent.config.timeoutMs, activity });
}

/** Takes the id that the agent has given to the session, and what came for it meanwhile; then its settings. */
function takeOpened(session: OpeningSession, directory: SessionDirectory, opened: RpcParams): void {
  const id = idOf(opened['sessionId']);
  if (id === undefined)
    throw new SimseError('protocol', `${session.agent.identity.name} opened a session without an id`);
  session.setId(id);
  directory.settle(session);
  session.settings.load(opened);
}

/** What a session is opened with, less what the agent cannot take: the user is told of that. */
function sessionParams(agent: AgentContext, options: OpenSessionOptions): RpcParams {
  return agent.dialect.newSession({
    cwd: options.cwd,
    additionalDirectories: takenDirectories(agent, options.additionalDirectories),
    mcpServers: options.mcpServers.filter((server) => isTaken(agent, server)),
    agent: agent.config.defaultAgent,
  });
}

function takenDirectories(
  { profile, identity, warnOnce }: AgentContext,
  directories: readonly string[],
): readonly string[] {
  if (profile.additionalDirectories || directories.length === 0) return directories;
  warnOnce(`${identity.name} works in one folder only; it will not see ${directories.join(', ')}`);
  return [];
}

/** Every agent takes stdio servers; the others only those that say so. */
function isTaken({ identity, profile, warnOnce }: AgentContext, server: BackendMcpServer): boolean {
  const { transport, name } = server;
  const taken =
    transport === 'stdio' || (transport === 'http' ? profile.capabilities.mcpHttp : profile.mcpSse);
  if (!taken) warnOnce(`${identity.name} takes no ${transport} MCP servers, so it does not get ${name}`);
  return taken;
}
