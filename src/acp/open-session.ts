import type { Backend, BackendMcpServer, BackendSession } from '../core/ports.ts';
import { SimseError } from '../core/errors.ts';
import type { AgentContext } from './agent-context.ts';
import { toSimseError } from './agent-error.ts';
import type { AgentSession } from './agent-session.ts';
import { createAgentSession } from './create-agent-session.ts';
import { idOf, recordOf } from './read-fields.ts';
import { runTurn } from './run-turn.ts';
import type { SessionDirectory } from './session-directory.ts';
import { withTimeLimit } from './time-limit.ts';

type OpenOptions = Parameters<Backend['openSession']>[0];

/** `session/new`, then the model or agent that the config asks for. Rejects with a SimseError. */
export async function openSession(
  agent: AgentContext,
  directory: SessionDirectory,
  options: OpenOptions,
): Promise<BackendSession> {
  const session = createAgentSession(agent, options.cwd);
  directory.expect(session);
  try {
    const opened = await requestSession(agent, options);
    const id = idOf(opened['sessionId']);
    if (id === undefined)
      throw new SimseError('protocol', `${agent.identity.name} opened a session without an id`);
    session.setId(id);
    directory.settle(session);
    session.settings.load(opened);
  } catch (error) {
    directory.drop(session);
    throw toSimseError(error, agent.identity);
  }
  const { defaultAgent } = agent.config;
  if (defaultAgent !== undefined && agent.dialect.name === 'acp') await session.settings.choose(defaultAgent);
  return toBackendSession(session);
}

async function requestSession(agent: AgentContext, options: OpenOptions): Promise<Record<string, unknown>> {
  const { config, dialect, identity, peer, profile } = agent;
  const params = dialect.newSession({
    cwd: options.cwd,
    additionalDirectories: profile.additionalDirectories ? options.additionalDirectories : [],
    mcpServers: options.mcpServers.filter((server) => isTaken(agent, server)),
    agent: config.defaultAgent,
  });
  const what = `${identity.name} did not open a session`;
  const request = (signal: AbortSignal) => peer.request('session/new', params, signal);
  return recordOf(await withTimeLimit(config.timeoutMs, what, request));
}

/** Every agent takes stdio servers; the others only those that say so. */
function isTaken({ client, identity, profile }: AgentContext, server: BackendMcpServer): boolean {
  const { transport, name } = server;
  const taken =
    transport === 'stdio' || (transport === 'http' ? profile.capabilities.mcpHttp : profile.mcpSse);
  if (!taken) {
    const text = `${identity.name} takes no ${transport} MCP servers, so it does not get ${name}`;
    client.emit({ type: 'notice', level: 'warn', source: identity.name, text });
  }
  return taken;
}

function toBackendSession(session: AgentSession): BackendSession {
  return {
    id: session.id,
    prompt: (blocks, { signal }) => runTurn(session, blocks, signal),
    setMode: (mode) => session.settings.setMode(mode),
    setConfigOption: (id, value) => session.settings.set(id, value),
  };
}
