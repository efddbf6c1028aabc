import type { AssistantModelMessage } from 'ai';
import type { AnswerEnd, RequestedCall, TokenUsage } from '../model/model.ts';
import type { ModelTurn } from './model-turn.ts';

export interface Answer {
  calls: readonly RequestedCall[];
  reason: AnswerEnd;
  usage: TokenUsage;
  message: AssistantModelMessage;
}

/** Asks the model once with the whole conversation; its words go to the client as they come. Throws as Model.stream. */
export async function askModel({ model, context, conversation, ...turn }: ModelTurn): Promise<Answer | null> {
  const { system, tools, effort, signal } = turn;
  const calls: RequestedCall[] = [];
  const request = { system, messages: conversation.messages, tools, effort, signal };
  for await (const part of model.stream(request)) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        await context.client.update({
          sessionUpdate: part.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
          content: { type: 'text', text: part.text },
        });
        break;
      case 'tool_call':
        calls.push(part.call);
        break;
      case 'end':
        return { calls, reason: part.reason, usage: part.usage, message: part.message };
    }
  }
  return null;
}
