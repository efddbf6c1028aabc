import type { BackendMcpServer, OpenSessionOptions } from '../core/ports/backend.ts';
import type { AgentContext } from './agent-context.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';

/** What a session is opened with, less what the agent cannot take: the user is told of that. */
export function sessionParams(agent: AgentContext, options: OpenSessionOptions): RpcParams {
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
  warnOnce(`${identity.name} works in one folder only, so it is not told of ${directories.join(', ')}`);
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
