import { join } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { createRipgrep } from '../tools/ripgrep.ts';
import { type AgentSession, createAgentSession } from './agent-session.ts';
import { commandEnvironment } from './command-environment.ts';
import type { SessionClient } from './client/session-client.ts';
import { createBackgroundCommands } from './background/background-commands.ts';
import { createChangeLog } from './files/change-log.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { createTextStore } from './files/text-store.ts';
import type { AgentLibrary } from './recall/agent-library.ts';
import { ModelSession } from './loop/model-session.ts';
import { createMcpTools } from './mcp-client/mcp-tools.ts';
import type { ModelSettings } from './model/model-settings.ts';
import type { ModelSource } from './model/model-source.ts';
import { createToolKit } from './model-tools/tool-kit.ts';
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
  /** What the user says about models. */
  settings: ModelSettings;
  dataDir: string;
  library: AgentLibrary | null;
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
    background: createBackgroundCommands(),
    commandEnv: commandEnvironment(env, options.settings),
    ripgrep: createRipgrep(env),
    changes: createChangeLog(texts, kept?.turns, (index, turn) => log.record({ type: 'turn', index, turn })),
  };
  let calls = kept === null ? 0 : kept.updates.length;
  const nextCallId = (): string => `call_${(calls += 1)}`;
  const models = await source.list();
  const shared = { context, source, models, env, folders, kept, log, texts, nextCallId };
  const model =
    models.length === 0
      ? null
      : new ModelSession({ ...shared, kit: createToolKit(context, options.library) });
  return createAgentSession({ context, model, nextCallId });
}
