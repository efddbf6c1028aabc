import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import {
  type AgentContext,
  type ClientCapabilities,
  type NewSessionRequest,
  RequestError,
} from '@agentclientprotocol/sdk';
import { type AgentSession, createAgentSession } from './agent-session.ts';
import { createSessionClient } from './client/session-client.ts';
import { createChangeLog } from './files/change-log.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { createTextStore } from './files/text-store.ts';
import { createModelSession } from './loop/model-session.ts';
import { createMcpTools } from './mcp-client/mcp-tools.ts';
import { createModelSource } from './model/create-model-source.ts';
import { FILE_TOOLS } from './model-tools/file-tools.ts';
import { mcpModelTools } from './model-tools/mcp-model-tools.ts';
import { TODO_TOOL } from './model-tools/todo-tool.ts';
import type { ToolContext } from './tools/tool-invocation.ts';
import { createWorkspace } from './workspace.ts';

export interface AgentIdentity {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Where conversations and what files held before they were changed are kept. */
  dataDir: string;
}

/** The open sessions of one connection. */
export interface AgentSessions extends AsyncDisposable {
  /** Opens a session. Rejects with a RequestError for a request that cannot be followed. */
  open(
    request: NewSessionRequest,
    client: AgentContext,
    capabilities: ClientCapabilities,
  ): Promise<{ id: string; session: AgentSession }>;
  /** Throws a RequestError when there is no such session. */
  get(id: string): AgentSession;
  close(id: string): Promise<void>;
}

export function createAgentSessions({ version, env, dataDir }: AgentIdentity): AgentSessions {
  const sessions = new Map<string, AgentSession>();
  const source = createModelSource(env);

  const get = (id: string): AgentSession => {
    const session = sessions.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  };

  return {
    async open({ cwd, additionalDirectories = [], mcpServers }, client, capabilities) {
      if (![cwd, ...additionalDirectories].every((folder) => isAbsolute(folder))) {
        throw RequestError.invalidParams(undefined, 'the session needs absolute paths');
      }
      const id = randomUUID();
      const context: ToolContext = {
        workspace: createWorkspace(cwd, additionalDirectories),
        client: createSessionClient(id, client, capabilities),
        mcp: createMcpTools({ servers: mcpServers, cwd, env, version }),
        allowed: new Set(),
        seen: createSeenFiles(),
        changes: createChangeLog(createTextStore(join(dataDir, 'agent', 'texts'))),
      };
      let calls = 0;
      const nextCallId = (): string => `call_${(calls += 1)}`;
      const models = await source.list();
      const model =
        models.length === 0
          ? null
          : createModelSession({
              context,
              source,
              models,
              tools: async (signal) => {
                const { tools } = await context.mcp.list(signal);
                return [...FILE_TOOLS, TODO_TOOL, ...mcpModelTools(tools)];
              },
              env,
              folders: additionalDirectories,
              nextCallId,
            });
      const session = createAgentSession({ context, model, nextCallId });
      sessions.set(id, session);
      return { id, session };
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
