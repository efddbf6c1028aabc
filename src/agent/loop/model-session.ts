import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContentBlock, SessionConfigOption, StopReason } from '@agentclientprotocol/sdk';
import { cleanLine } from '../../core/clean-text.ts';
import type { ModelInfo } from '../model/model.ts';
import type { ModelSource } from '../model/model-source.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import { readPrompt } from '../prompt-text.ts';
import type { ToolContext } from '../tools/tool-invocation.ts';
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
  conversation?: Conversation;
  nextCallId(): string;
}

/** A conversation with a model that the user chooses. */
export interface ModelSession {
  readonly conversation: Conversation;
  options(): SessionConfigOption[];
  /** Throws SimseError('usage') for what is no setting. */
  setOption(id: string, value: unknown): void;
  /** Rejects with a ModelError, or with the signal's reason. */
  prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason>;
}

export function createModelSession(options: ModelSessionOptions): ModelSession {
  const { context, source, models, conversation = createConversation() } = options;
  const [first] = models;
  if (first === undefined) throw new Error('a session of a model needs a model');
  const usage = createUsageMeter(context.client);
  let choice: ModelChoice = { model: first, effort: 'off', mode: 'default' };

  const beginTurn = async (signal: AbortSignal): Promise<ModelTurn> => {
    const { mode, effort, model } = choice;
    const all = await options.tools(signal);
    const tools = mode === 'plan' ? all.filter(({ isReadOnly }) => isReadOnly) : all;
    const system = await describeWork(options, mode === 'plan' ? [PLAN_MODE] : []);
    const { nextCallId } = options;
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

  return {
    conversation,
    options: () => configOptions(choice, models),
    setOption(id, value) {
      choice = chooseOption(choice, models, id, value);
    },
    async prompt(blocks, signal) {
      const turn = await beginTurn(signal);
      context.changes.beginTurn(titleOf(blocks));
      conversation.add(promptMessage(blocks, choice.model.takesImages));
      return runModelTurn(turn);
    },
  };
}

function titleOf(blocks: readonly ContentBlock[]): string {
  return cleanLine(readPrompt(blocks).text).slice(0, TITLE_CHARS);
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
