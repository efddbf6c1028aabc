import type { Model, ReasoningEffort } from '../model/model.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import type { ToolContext } from '../tools/tool-invocation.ts';
import type { Conversation } from './conversation.ts';
import type { UsageMeter } from './usage-meter.ts';

/** What a turn of a model works with. */
export interface ModelTurn {
  context: ToolContext;
  model: Model;
  effort: ReasoningEffort;
  system: string;
  tools: readonly ModelTool[];
  conversation: Conversation;
  usage: UsageMeter;
  /** How often the model is asked at most. */
  maxSteps: number;
  signal: AbortSignal;
  /** Of a tool call, as the client sees it. */
  nextCallId(): string;
}
