import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContentBlock, SessionConfigOption, StopReason } from '@agentclientprotocol/sdk';
import { cleanLine } from '../../core/clean-text.ts';
import type { ModelInfo } from '../model/model.ts';
import type { ModelSource } from '../model/model-source.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import { readPrompt } from '../prompt-text.ts';
import type { ToolContext } from '../tools/tool-invocation.ts';
import type { KeptSession } from '../sessions/session-record.ts';
import { recordUpdates } from '../sessions/record-updates.ts';
import type { SessionLog } from '../sessions/session-store.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { chooseOption, configOptions, type ModelChoice } from './model-options.ts';
import type { ModelTurn } from './model-turn.ts';
import { readProjectInstructions } from './project-instructions.ts';
import { promptMessage } from './prompt-message.ts';
import { runModelTurn } from './run-model-turn.ts';
import { systemPrompt } from './system-prompt.ts';
import { taskTool } from './task-tool.ts';
import { createUsageMeter } from './usage-meter.ts';

const MAX_STEPS = 100;
const TITLE_CHARS = 80;
const PLAN_MODE =
  'You are in plan mode: nothing may be changed. Look around, then say in steps what you would do, and stop.';

export interface ModelSessionOptions {
  context: ToolContext;
  source: ModelSource;
  /** Not empty; the first is taken until the user chooses another. */
  models: readonly ModelInfo[];
  /** The tools apart from those of this folder, as they are now. */
  tools(signal: AbortSignal): Promise<readonly ModelTool[]>;
  env: Readonly<Record<string, string | undefined>>;
  /** The other folders of the workspace. */
  folders: readonly string[];
  /** What was said before. */
  kept: KeptSession | null;
  log: SessionLog;
  nextCallId(): string;
}

/** A conversation with a model that the user chooses. */
export interface ModelSession extends AsyncDisposable {
  readonly conversation: Conversation;
  options(): SessionConfigOption[];
  /** Throws SimseError('usage') for what is no setting. */
  setOption(id: string, value: unknown): void;
  /** Rejects with a ModelError, or with the signal's reason. */
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason>;
}

export function createModelSession(options: ModelSessionOptions): ModelSession {
  const { source, models, kept, log, nextCallId } = options;
  const shown = recordUpdates(options.context.client, (update) => log.record({ type: 'shown', update }));
  const context = { ...options.context, client: shown.client };
  const conversation = createConversation(kept?.messages, (messages, type) => {
    log.record({ type, messages: [...messages] });
    // That it could not be written is said at the turn's end.
    log.flush().catch(() => {});
  });
  const usage = createUsageMeter(context.client, kept === null ? 0 : kept.cost);
  let choice = firstChoice(models, kept);
  let title = kept?.title ?? null;

  const beginTurn = async (signal: AbortSignal): Promise<ModelTurn> => {
    const { mode, effort, model } = choice;
    const all = await options.tools(signal);
    const tools = mode === 'plan' ? all.filter(({ isReadOnly }) => isReadOnly) : all;
    const system = await describeWork(options, mode === 'plan' ? [PLAN_MODE] : []);
    const turn = {
      context,
      model: source.open(model.id),
      effort,
      system,
      tools,
      conversation,
      usage,
      nextCallId,
    };
    const whole = { ...turn, maxSteps: MAX_STEPS, signal };
    return { ...whole, tools: [...tools, taskTool(whole)] };
  };

  const noteTitle = async (blocks: readonly ContentBlock[]): Promise<void> => {
    const { text } = readPrompt(blocks);
    const line = cleanLine(text).slice(0, TITLE_CHARS);
    context.changes.beginTurn(line);
    if (title !== null || line === '') return;
    title = line;
    log.record({ type: 'title', title });
    await context.client.update({ sessionUpdate: 'session_info_update', title });
  };

  return {
    conversation,
    options: () => configOptions(choice, models),
    setOption(id, value) {
      choice = chooseOption(choice, models, id, value);
    },
    async prompt(blocks, signal) {
      const turn = await beginTurn(signal);
      recordPrompt(blocks, choice, log);
      await noteTitle(blocks);
      conversation.add(promptMessage(blocks, choice.model.takesImages));
      try {
        return await runModelTurn(turn);
      } finally {
        shown.settle();
        log.record({ type: 'cost', cost: usage.cost });
        await log.flush();
      }
    },
    [Symbol.asyncDispose]: () => log.close(),
  };
}

function recordPrompt(
  blocks: readonly ContentBlock[],
  { model, effort, mode }: ModelChoice,
  log: SessionLog,
): void {
  log.record({ type: 'choice', model: model.id, effort, mode });
  for (const content of blocks) {
    log.record({ type: 'shown', update: { sessionUpdate: 'user_message_chunk', content } });
  }
}

/** What was chosen before, as far as it is still there. */
function firstChoice(models: readonly ModelInfo[], kept: KeptSession | null): ModelChoice {
  const [first] = models;
  if (first === undefined) throw new Error('a session of a model needs a model');
  const begun: ModelChoice = { model: first, effort: 'off', mode: 'default' };
  return Object.entries(kept?.choice ?? {}).reduce((choice, [id, value]) => {
    try {
      return chooseOption(choice, models, id, value);
    } catch {
      return choice; // That model is not there any more.
    }
  }, begun);
}

async function describeWork(
  { context: { workspace }, env, folders }: ModelSessionOptions,
  notes: readonly string[],
): Promise<string> {
  const { cwd } = workspace;
  return systemPrompt({
    cwd,
    folders,
    platform: process.platform,
    shell: basename(env['SHELL'] ?? env['COMSPEC'] ?? 'sh'),
    date: new Date().toISOString().slice(0, 10),
    isRepository: await stat(join(cwd, '.git')).then(
      () => true,
      () => false,
    ),
    instructions: await readProjectInstructions(cwd),
    notes,
  });
}
