import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import {
  type AgentContext,
  type ClientCapabilities,
  type NewSessionRequest,
  RequestError,
} from '@agentclientprotocol/sdk';
import { type AgentSession, createAgentSession } from './agent-session.ts';
import { createSessionClient } from './client/session-client.ts';
import { createMcpTools } from './mcp-client/mcp-tools.ts';
import { createWorkspace } from './workspace.ts';

export interface AgentIdentity {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The open sessions of one connection. */
export interface AgentSessions extends AsyncDisposable {
  /** Opens a session and returns its id. Throws a RequestError for a request that cannot be followed. */
  open(request: NewSessionRequest, client: AgentContext, capabilities: ClientCapabilities): string;
  /** Throws a RequestError when there is no such session. */
  get(id: string): AgentSession;
  close(id: string): Promise<void>;
}

export function createAgentSessions({ version, env }: AgentIdentity): AgentSessions {
  const sessions = new Map<string, AgentSession>();

  const get = (id: string): AgentSession => {
    const session = sessions.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  };

  return {
    open({ cwd, additionalDirectories = [], mcpServers }, client, capabilities) {
      if (![cwd, ...additionalDirectories].every((folder) => isAbsolute(folder))) {
        throw RequestError.invalidParams(undefined, 'the session needs absolute paths');
      }
      const id = randomUUID();
      const session = createAgentSession({
        workspace: createWorkspace(cwd, additionalDirectories),
        client: createSessionClient(id, client, capabilities),
        mcp: createMcpTools({ servers: mcpServers, cwd, env, version }),
        allowed: new Set(),
      });
      sessions.set(id, session);
      return id;
    },
    get,
    async close(id) {
      const session = get(id);
      sessions.delete(id);
      await session[Symbol.asyncDispose]();
    },
    async [Symbol.asyncDispose]() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session[Symbol.asyncDispose]()));
    },
  };
}
