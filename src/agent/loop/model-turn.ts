import type { Message, Model, ReasoningEffort } from '../model/model.ts';
import type { ModelTool, ToolContext } from '../tools/tool.ts';
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

/** What a model and its user have said, in order. It only grows, or begins anew with a summary. */
export interface Conversation {
  readonly messages: readonly Message[];
  add(...messages: Message[]): void;
  /** Puts these in place of all that was said. */
  replace(messages: readonly Message[]): void;
}

/** Called with what was added, or with all that is left of a conversation. */
type OnConversation = (messages: readonly Message[], how: 'said' | 'compacted') => void;

export function createConversation(
  earlier: readonly Message[] = [],
  onChange: OnConversation = () => {},
): Conversation {
  let messages = [...earlier];
  return {
    get messages() {
      return messages;
    },
    add(...added) {
      messages.push(...added);
      onChange(added, 'said');
    },
    replace(others) {
      messages = [...others];
      onChange(others, 'compacted');
    },
  };
}
