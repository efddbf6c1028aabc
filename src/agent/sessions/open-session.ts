import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import {
  type ContentBlock,
  type McpServer,
  type PromptResponse,
  RequestError,
} from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import { KEY_VARIABLES } from '../../core/model-providers.ts';
import { TURN_FAILURE } from '../../core/rpc/own-meta.ts';
import { INTERNAL_ERROR } from '../../core/rpc/rpc-message.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { createRipgrep } from '../../tools/ripgrep.ts';
import { sayText } from '../client/say.ts';
import type { SessionClient } from '../client/session-client.ts';
import { answerPrompt } from '../command-mode/answer-prompt.ts';
import { createChangeLog, createTextStore } from '../files/change-log.ts';
import { createSeenFiles } from '../files/seen-files.ts';
import { createMcpTools } from '../mcp-client/mcp-tools.ts';
import { ModelError } from '../model/model.ts';
import type { ModelSource } from '../model/model-source.ts';
import type { ModelSettings } from '../model/provider.ts';
import { createBackgroundCommands } from '../tools/background-commands.ts';
import type { AgentLibrary } from '../tools/library.ts';
import type { ToolContext } from '../tools/tool.ts';
import { createToolKit } from '../tools/tool-kit.ts';
import { createAgentWorkspace } from '../tools/workspace.ts';
import { ModelSession } from './model-session.ts';
import type { KeptSession } from './session-record.ts';
import type { RecordLog } from './session-store.ts';

const EMPTY_PROMPT = 'The prompt is empty: there is nothing to answer.';

/** One conversation. Its turns run one after the other, in the order of their prompts. */
export interface OpenSession extends AsyncDisposable {
  /** null where there is no model: then prompts are commands. */
  readonly model: ModelSession | null;
  /** Resolves when the turn has ended; a prompt that arrives during another waits for it. */
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse>;
  /** Cancels the turn that runs and those that wait. */
  cancel(): void;
}

interface AgentSessionParts {
  context: ToolContext;
  model: ModelSession | null;
  nextCallId(): string;
}

function createAgentSession({ context, model, nextCallId }: AgentSessionParts): OpenSession {
  const turns = new Set<AbortController>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  const runTurn = async (blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> => {
    try {
      signal.throwIfAborted();
      if (model !== null) {
        if (!isEmpty(blocks)) return { stopReason: await model.prompt(blocks, signal) };
        await sayText(context.client, EMPTY_PROMPT);
        return { stopReason: 'end_turn' };
      }
      const failure = await answerPrompt(blocks, { context, signal, nextCallId });
      return { stopReason: 'end_turn', ...(failure === null ? {} : { _meta: { [TURN_FAILURE]: failure } }) };
    } catch (error) {
      if (signal.aborted) return { stopReason: 'cancelled' };
      if (error instanceof ModelError)
        // Its own constructor would put words in front of the message.
        throw new RequestError(INTERNAL_ERROR, error.message, { reason: error.kind });
      throw error;
    }
  };
  const cancel = (): void => {
    for (const turn of turns) turn.abort(new SimseError('cancelled', 'the turn was cancelled'));
  };

  return {
    model,
    async prompt(blocks, signal) {
      const turn = new AbortController();
      turns.add(turn);
      const ended = AbortSignal.any([turn.signal, signal]);
      // Every request that is open listens to it, and a search has many.
      setMaxListeners(0, ended);
      const running = lastTurn.then(() => runTurn(blocks, ended));
      lastTurn = running.catch(() => {});
      return running.finally(() => turns.delete(turn));
    },
    cancel,
    async [Symbol.asyncDispose]() {
      cancel();
      await lastTurn;
      await model?.[Symbol.asyncDispose]();
      await context.background[Symbol.asyncDispose]();
      await context.mcp[Symbol.asyncDispose]();
    },
  };
}

/** Some models refuse a conversation in which nothing is said. */
function isEmpty(blocks: readonly ContentBlock[]): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** The user's environment for what a model has run: all of it but what holds a model's key. */
function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { providers = [] }: ModelSettings,
): Record<string, string> {
  const headers = providers.flatMap((provider) => Object.values(provider.headers ?? {}));
  const names = new Set([...KEY_VARIABLES, ...providers.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])]);
  const isSecret = ([name, value]: [string, string]): boolean =>
    names.has(name) || (value !== '' && headers.includes(value));
  return Object.fromEntries(Object.entries(wholeEnvironment(env, {})).filter((entry) => !isSecret(entry)));
}

export interface SessionParts {
  cwd: string;
  folders: readonly string[];
  mcpServers: readonly McpServer[];
  client: SessionClient;
  source: ModelSource;
  log: RecordLog;
  kept: KeptSession | null;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What the user says about models. */
  settings: ModelSettings;
  dataDir: string;
  library: AgentLibrary | null;
}

/** A session with everything that it works with: of a model, or of commands where there is none. */
export async function openAgentSession(options: SessionParts): Promise<OpenSession> {
  const { cwd, folders, mcpServers, client, source, log, kept, env, version } = options;
  const texts = createTextStore(join(options.dataDir, 'agent', 'texts'));
  const context: ToolContext = {
    workspace: createAgentWorkspace(cwd, folders),
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
