import type { AssistantModelMessage } from 'ai';
import type { AnswerEnd, RequestedCall, TokenUsage } from '../model/model.ts';
import { ModelError } from '../model/model-error.ts';
import { GO_ON } from './loop-messages.ts';
import type { ModelTurn } from './model-turn.ts';
import { retryModel } from './retry-model.ts';
import { sayThought } from './say-thought.ts';

export interface ModelAnswer {
  calls: readonly RequestedCall[];
  reason: AnswerEnd;
  usage: TokenUsage;
  message: AssistantModelMessage;
}

/**
 * Asks the model with the whole conversation until it has answered; its words go to the client as they come. An answer that
 * breaks off stays in the conversation as far as the user has read it, and the model is asked to go on. Throws a ModelError
 * that another attempt would not mend, or the last one, and the signal's reason when the turn is cancelled.
 */
export async function askModel(turn: ModelTurn): Promise<ModelAnswer> {
  const { conversation } = turn;
  let said = '';
  const attempt = async (): Promise<ModelAnswer> => {
    said = '';
    try {
      return await askOnce(turn, (text) => (said += text));
    } catch (error) {
      if (said.trim() !== '') conversation.add({ role: 'assistant', content: said });
      throw error;
    }
  };
  return retryModel(turn, attempt, () => {
    if (said.trim() !== '') conversation.add({ role: 'user', content: GO_ON });
  });
}

async function askOnce(turn: ModelTurn, heard: (text: string) => void): Promise<ModelAnswer> {
  const { model, context, conversation, system, tools, effort, signal } = turn;
  const calls: RequestedCall[] = [];
  const request = { system, messages: conversation.messages, tools: tools(), effort, signal };
  for await (const part of model.stream(request)) {
    switch (part.type) {
      case 'text':
        heard(part.text);
        await context.client.update({ sessionUpdate: 'agent_message_chunk', content: part });
        break;
      case 'reasoning':
        await sayThought(context, part.text);
        break;
      case 'tool_call':
        calls.push(part.call);
        break;
      case 'end':
        return { calls, reason: part.reason, usage: part.usage, message: part.message };
    }
  }
  throw new ModelError('dropped', 'the model ended its answer in the middle');
}
