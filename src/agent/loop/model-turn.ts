import type { Model, ReasoningEffort } from '../model/model.ts';
import type { ModelTool } from '../model-tools/model-tool.ts';
import type { ToolContext } from '../tools/tool-invocation.ts';
import type { Conversation } from './conversation.ts';

/** What a turn of a model works with. */
export interface ModelTurn {
  context: ToolContext;
  model: Model;
  effort: ReasoningEffort;
  system: string;
  tools: readonly ModelTool[];
  conversation: Conversation;
  signal: AbortSignal;
  /** Of a tool call, as the client sees it. */
  nextCallId(): string;
}
