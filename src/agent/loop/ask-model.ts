import { setTimeout as delay } from 'node:timers/promises';
import type { AssistantModelMessage } from 'ai';
import { sayThought } from '../client/say.ts';
import { type AnswerEnd, ModelError, type RequestedCall, type TokenUsage } from '../model/model.ts';
import type { ModelTurn } from './model-turn.ts';

/** What the loop itself says to a model in the user's name. */
export const GO_ON =
  'Your answer was cut off by a broken connection. Go on exactly where it stops; repeat nothing.';

export interface ModelAnswer {
  calls: readonly RequestedCall[];
  reason: AnswerEnd;
  usage: TokenUsage;
  message: AssistantModelMessage;
}

/**
 * Asks the model with the whole conversation until it has answered; its words go to the client as they come. An answer that
 * breaks off stays in the conversation as far as the user has read it, and the model is asked to continue. Throws a ModelError
 * that another attempt would not mend, or the last one, and the signal's reason when the turn is cancelled.
 */
export async function requestAnswer(turn: ModelTurn): Promise<ModelAnswer> {
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
        await sayThought(context.client, part.text);
        break;
      case 'tool_call':
        calls.push(part.call);
        break;
      case 'end':
        return { calls, reason: part.reason, usage: part.usage, message: part.message };
    }
  }
  throw new ModelError('dropped', 'the model stopped in the middle of its answer');
}

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
/** Who wants to be left alone for longer is not waited for: the user may want another model. */
const LONGEST_WAIT_MS = 2 * 60_000;

type Waiting = Pick<ModelTurn, 'context' | 'signal'>;

/**
 * Asks again while that may help, and tells the client so; `beforeNext` is called before each further attempt. Throws a
 * ModelError that another attempt would not mend, or the last one, and the signal's reason when the turn is cancelled.
 */
export async function retryModel<Answer>(
  turn: Waiting,
  attempt: () => Promise<Answer>,
  beforeNext: () => void = () => {},
): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelError) || !isPassing(error) || attempts === MAX_ATTEMPTS) throw error;
      refuseLongWait(error);
      beforeNext();
      await waitForNext(error, attempts, turn);
    }
  }
}

function isPassing({ kind }: ModelError): boolean {
  return kind === 'busy' || kind === 'dropped';
}

function refuseLongWait({ kind, message, retryAfterMs }: ModelError): void {
  if (retryAfterMs === null || retryAfterMs <= LONGEST_WAIT_MS) return;
  const minutes = Math.ceil(retryAfterMs / 60_000);
  throw new ModelError(
    kind,
    `${message.replace(/[.\s]+$/, '')}. It asks to be left alone for ${minutes} minutes.`,
    { retryAfterMs },
  );
}

/** As long as the provider wants, else twice as long each time, never all at the same moment. */
async function waitForNext(
  { message, retryAfterMs }: ModelError,
  attempts: number,
  { context, signal }: Waiting,
): Promise<void> {
  const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.75 + Math.random() / 2);
  const waitMs = retryAfterMs ?? backoff;
  await sayThought(context.client, `\n(${message}; retrying in ${Math.ceil(waitMs / 1000)} s)\n`);
  await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}
