import { join } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { type AgentSession, createAgentSession } from './agent-session.ts';
import type { SessionClient } from './client/session-client.ts';
import { createChangeLog } from './files/change-log.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { createTextStore } from './files/text-store.ts';
import { ModelSession, type ModelSessionOptions } from './loop/model-session.ts';
import { createMcpTools } from './mcp-client/mcp-tools.ts';
import type { ModelSource } from './model/model-source.ts';
import { FILE_TOOLS } from './model-tools/file-tools.ts';
import { mcpModelTools } from './model-tools/mcp-model-tools.ts';
import { TODO_TOOL } from './model-tools/todo-tool.ts';
import type { KeptSession } from './sessions/session-record.ts';
import type { SessionLog } from './sessions/session-store.ts';
import type { ToolContext } from './tools/tool-invocation.ts';
import { createWorkspace } from './workspace.ts';

export interface OpenSessionOptions {
  cwd: string;
  folders: readonly string[];
  mcpServers: readonly McpServer[];
  client: SessionClient;
  source: ModelSource;
  log: SessionLog;
  kept: KeptSession | null;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
}

/** A session with everything that it works with: of a model, or of commands where there is none. */
export async function openAgentSession(options: OpenSessionOptions): Promise<AgentSession> {
  const { cwd, folders, mcpServers, client, source, log, kept, env, version } = options;
  const texts = createTextStore(join(options.dataDir, 'agent', 'texts'));
  const context: ToolContext = {
    workspace: createWorkspace(cwd, folders),
    client,
    mcp: createMcpTools({ servers: mcpServers, cwd, env, version }),
    allowed: new Set(),
    seen: createSeenFiles(),
    changes: createChangeLog(texts, kept?.turns, (index, turn) => log.record({ type: 'turn', index, turn })),
  };
  let calls = kept === null ? 0 : kept.updates.length;
  const nextCallId = (): string => `call_${(calls += 1)}`;
  const models = await source.list();
  const shared = { context, source, models, env, folders, kept, log, texts, nextCallId };
  const model = models.length === 0 ? null : new ModelSession({ ...shared, tools: toolsOf(context) });
  return createAgentSession({ context, model, nextCallId });
}

function toolsOf({ mcp }: ToolContext): ModelSessionOptions['tools'] {
  return async (signal) => {
    const { tools } = await mcp.list(signal);
    return [...FILE_TOOLS, TODO_TOOL, ...mcpModelTools(tools)];
  };
}
