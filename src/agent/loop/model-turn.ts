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
  /** Those that are there by now: servers may bring some at any time. */
  tools(): readonly ModelTool[];
  /** What has happened beside the conversation, once: a sentence each. */
  news(): readonly string[];
  conversation: Conversation;
  usage: UsageMeter;
  /** How often the model is asked at most. */
  maxSteps: number;
  signal: AbortSignal;
  /** Of a tool call, as the client sees it. */
  nextCallId(): string;
}
