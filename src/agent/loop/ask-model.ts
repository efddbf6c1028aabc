import { setTimeout as delay } from 'node:timers/promises';
import type { AssistantModelMessage } from 'ai';
import type { AnswerEnd, RequestedCall, TokenUsage } from '../model/model.ts';
import { ModelError } from '../model/model-error.ts';
import type { ModelTurn } from './model-turn.ts';

export interface ModelAnswer {
  calls: readonly RequestedCall[];
  reason: AnswerEnd;
  usage: TokenUsage;
  message: AssistantModelMessage;
}

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const GO_ON = 'Your answer was cut off by a broken connection. Go on exactly where it stops; repeat nothing.';

/**
 * Asks the model with the whole conversation until it has answered; its words go to the client as they come. An answer that
 * breaks off stays in the conversation as far as the user has read it, and the model is asked to go on. Throws a ModelError
 * that another attempt would not mend, or the last one, and the signal's reason when the turn is cancelled.
 */
export async function askModel(turn: ModelTurn): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    let said = '';
    try {
      return await askOnce(turn, (text) => (said += text));
    } catch (error) {
      if (said.trim() !== '') turn.conversation.add({ role: 'assistant', content: said });
      if (!(error instanceof ModelError) || !isPassing(error) || attempt === MAX_ATTEMPTS) throw error;
      if (said.trim() !== '') turn.conversation.add({ role: 'user', content: GO_ON });
      await waitForNext(error, attempt, turn);
    }
  }
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
        await sayThought(turn, part.text);
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

function isPassing({ kind }: ModelError): boolean {
  return kind === 'busy' || kind === 'dropped';
}

/** As long as the provider wants, else twice as long each time, never all at the same moment. Throws when the turn is over. */
async function waitForNext(
  { message, retryAfterMs }: ModelError,
  attempt: number,
  turn: ModelTurn,
): Promise<void> {
  const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  const waitMs = Math.min(retryAfterMs ?? backoff, LONGEST_WAIT_MS);
  await sayThought(turn, `\n(${message}; asking again in ${Math.ceil(waitMs / 1000)} s)\n`);
  await delay(waitMs, undefined, { signal: turn.signal }).catch(() => turn.signal.throwIfAborted());
}

async function sayThought({ context }: ModelTurn, text: string): Promise<void> {
  await context.client.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
}
