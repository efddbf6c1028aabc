import type { StopReason } from '@agentclientprotocol/sdk';
import { ModelError } from '../model/model-error.ts';
import type { AnswerEnd } from '../model/model.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { compactConversation, isFull } from './compact-conversation.ts';
import type { ModelTurn } from './model-turn.ts';
import { createRepeatGuard } from './repeat-guard.ts';
import { runCalls } from './run-calls.ts';

/**
 * Goes on from the newest message, which is the user's: the model is asked, what it wants is done, and so on until it wants
 * no more. The conversation is compacted before it is too long for the model. Throws when the turn is cancelled, and a
 * ModelError when the model gives no answer.
 */
export async function runModelTurn(turn: ModelTurn): Promise<StopReason> {
  const guard = createRepeatGuard();
  for (let step = 0; step < turn.maxSteps; step += 1) {
    if (isFull(turn)) await compactConversation(turn);
    const answer = await askFitting(turn);
    await turn.usage.count(answer.usage, turn.model.info);
    // Some models refuse a conversation in which a message says nothing.
    if (answer.message.content.length > 0) turn.conversation.add(answer.message);
    if (answer.calls.length === 0) return stopReason(answer.reason);
    const { message, stop, thrown } = await runCalls(answer.calls, turn, guard);
    turn.conversation.add(message);
    if (thrown !== null) throw thrown;
    if (stop) return 'max_turn_requests';
  }
  return 'max_turn_requests';
}

/** What the model says of its window counts, also where it is said only by a refusal; once. */
async function askFitting(turn: ModelTurn): Promise<ModelAnswer> {
  try {
    return await askModel(turn);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'too_long') throw error;
    await compactConversation(turn);
    return askModel(turn);
  }
}

function stopReason(reason: AnswerEnd): StopReason {
  switch (reason) {
    case 'length':
      return 'max_tokens';
    case 'refusal':
      return 'refusal';
    default:
      return 'end_turn';
  }
}
