import type { ContentBlock, StopReason } from '@agentclientprotocol/sdk';
import { readPrompt } from '../prompt-text.ts';
import { askModel } from './ask-model.ts';
import type { ModelTurn } from './model-turn.ts';
import { runCalls } from './run-calls.ts';

/** How often a model is asked in one turn. */
const MAX_STEPS = 100;

/** A turn: the model is asked, what it wants is done, and so on until it wants no more. Throws when it is cancelled. */
export async function runModelTurn(blocks: readonly ContentBlock[], turn: ModelTurn): Promise<StopReason> {
  const { text, attachment } = readPrompt(blocks);
  const { conversation } = turn;
  conversation.add({ role: 'user', content: attachment === null ? text : `${text}\n\n${attachment}` });
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const answer = await askModel(turn);
    if (answer === null) return 'end_turn';
    conversation.add(answer.message);
    if (answer.calls.length === 0) return stopReason(answer.reason);
    conversation.add(await runCalls(answer.calls, turn));
  }
  return 'max_turn_requests';
}

function stopReason(reason: string): StopReason {
  switch (reason) {
    case 'length':
      return 'max_tokens';
    case 'refusal':
      return 'refusal';
    default:
      return 'end_turn';
  }
}
