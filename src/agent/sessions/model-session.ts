import type { ContentBlock, SessionConfigOption, StopReason } from '@agentclientprotocol/sdk';
import { cleanLine } from '../../core/text/clean-text.ts';
import { promptMessage, readPrompt } from '../client/prompt.ts';
import { sayText } from '../client/say.ts';
import type { TextStore } from '../files/change-log.ts';
import { type Conversation, createConversation, type ModelTurn } from '../loop/model-turn.ts';
import { runModelTurn } from '../loop/run-model-turn.ts';
import { systemPrompt } from '../loop/system-prompt.ts';
import { taskTool } from '../loop/task-tool.ts';
import { createUsageMeter, type UsageMeter } from '../loop/usage-meter.ts';
import type { ModelInfo } from '../model/model.ts';
import type { ModelSource } from '../model/model-source.ts';
import { readModelCommand, runModelCommand } from '../slash-commands/slash-commands.ts';
import { planTool } from '../tools/exit-plan-mode.ts';
import type { ModelTool, ToolContext } from '../tools/tool.ts';
import type { ToolKit } from '../tools/tool-kit.ts';
import { chooseOption, configOptions, type ModelChoice } from './model-options.ts';
import { type RecordedClient, recordUpdates } from './record-updates.ts';
import type { KeptSession } from './session-record.ts';
import type { RecordLog } from './session-store.ts';

const MAX_STEPS = 100;
const TITLE_CHARS = 80;
const PLAN_MODE =
  'You are in plan mode: nothing may be changed. Look around; when you know in steps what you would do, show it with exit_plan_mode. If a question needs no change, just answer it.';

export interface ModelSessionOptions {
  context: ToolContext;
  source: ModelSource;
  /** Not empty; the first is taken until the user chooses another. */
  models: readonly ModelInfo[];
  /** The tools apart from those of this folder, and what the model is told with them. */
  kit: ToolKit;
  env: Readonly<Record<string, string | undefined>>;
  /** The other folders of the workspace. */
  folders: readonly string[];
  /** What was said before. */
  kept: KeptSession | null;
  log: RecordLog;
  /** What files held before they were changed. */
  texts: TextStore;
  nextCallId(): string;
}

/** A conversation with a model that the user chooses. */
export class ModelSession implements AsyncDisposable {
  readonly #options: ModelSessionOptions;
  readonly #context: ToolContext;
  readonly #shown: RecordedClient;
  readonly #conversation: Conversation;
  readonly #usage: UsageMeter;
  #choice: ModelChoice;
  #title: string | null;

  constructor(options: ModelSessionOptions) {
    const { context, models, kept, log } = options;
    this.#options = options;
    this.#shown = recordUpdates(context.client, (update) => log.record({ type: 'shown', update }));
    this.#context = { ...context, client: this.#shown.client };
    this.#conversation = createConversation(kept?.messages, (messages, type) => {
      log.record({ type, messages: [...messages] });
      // That it could not be written is said at the turn's end.
      log.flush().catch(() => {});
    });
    this.#usage = createUsageMeter(this.#context.client, kept === null ? 0 : kept.cost);
    this.#choice = firstChoice(models, kept);
    this.#title = kept?.title ?? null;
  }

  options(): SessionConfigOption[] {
    return configOptions(this.#choice, this.#options.models);
  }

  /** Throws SimseError('usage') for an unknown setting. */
  setOption(id: string, value: unknown): void {
    this.#choice = chooseOption(this.#choice, this.#options.models, id, value);
  }

  /** Rejects with a ModelError, or with the signal's reason. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason> {
    const { log, texts } = this.#options;
    const typed = readPrompt(blocks).text;
    const command = readModelCommand(typed);
    const turn = await this.#beginTurn(signal);
    recordPrompt(blocks, this.#choice, log);
    try {
      if (command === null) return await this.#ask(typed, [...blocks, ...(await this.#beside(typed))], turn);
      if (command.kind === 'prompt')
        return await this.#ask(typed, [{ type: 'text', text: command.text }], turn);
      await sayText(this.#context.client, await runModelCommand(command, turn, texts));
      return 'end_turn';
    } finally {
      this.#shown.settle();
      log.record({ type: 'cost', cost: this.#usage.cost });
      await log.flush();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#options.log.close();
  }

  async #ask(typed: string, blocks: readonly ContentBlock[], turn: ModelTurn): Promise<StopReason> {
    await this.#noteTitle(typed);
    this.#conversation.add(promptMessage(blocks, this.#choice.model.takesImages));
    return runModelTurn(turn);
  }

  /** What goes to the model with a prompt, and not into what it is told at the beginning, which providers keep. */
  async #beside(typed: string): Promise<ContentBlock[]> {
    const { kit } = this.#options;
    const recalled = await kit.recall(typed);
    const texts = [...(recalled === null ? [] : [recalled]), ...kit.news()];
    return texts.map((text) => ({ type: 'text', text }));
  }

  async #beginTurn(signal: AbortSignal): Promise<ModelTurn> {
    const { kit, source, env, folders, nextCallId } = this.#options;
    const { mode, effort, model } = this.#choice;
    await kit.gather(signal);
    // The mode of now, since a plan that is approved ends plan mode.
    const isPlanning = (): boolean => this.#choice.mode === 'plan';
    const offered = (): ModelTool[] => kit.tools().filter(({ isReadOnly }) => isReadOnly || !isPlanning());
    const asking = planTool(() => this.#leavePlanMode());
    const { cwd } = this.#context.workspace;
    const notes = [...kit.notes(), ...(mode === 'plan' ? [PLAN_MODE] : [])];
    const turn: ModelTurn = {
      context: this.#context,
      model: source.open(model.id),
      effort,
      system: await systemPrompt({ cwd, folders, env, notes }),
      tools: () => [...offered(), ...(isPlanning() ? [asking] : []), taskTool({ ...turn, tools: offered })],
      news: () => kit.news(),
      conversation: this.#conversation,
      usage: this.#usage,
      maxSteps: MAX_STEPS,
      signal,
      nextCallId,
    };
    return turn;
  }

  async #leavePlanMode(): Promise<void> {
    if (this.#choice.mode !== 'plan') return;
    this.setOption('mode', 'default');
    const update = { sessionUpdate: 'config_option_update', configOptions: this.options() } as const;
    await this.#context.client.update(update);
  }

  /** The first words of a session are its title. */
  async #noteTitle(typed: string): Promise<void> {
    const line = cleanLine(typed)
      .slice(0, TITLE_CHARS)
      .replace(/\p{Surrogate}/gu, '');
    this.#context.changes.beginTurn(line);
    if (this.#title !== null || line === '') return;
    this.#title = line;
    this.#options.log.record({ type: 'title', title: line });
    await this.#context.client.update({ sessionUpdate: 'session_info_update', title: line });
  }
}

function recordPrompt(
  blocks: readonly ContentBlock[],
  { model, effort, mode }: ModelChoice,
  log: RecordLog,
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
