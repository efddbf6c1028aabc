import type { StopReason } from '@agentclientprotocol/sdk';
import { sayText, sayThought } from '../client/say.ts';
import { type AnswerEnd, ModelError, type RequestedCall } from '../model/model.ts';
import { type ModelAnswer, requestAnswer } from './ask-model.ts';
import { compactConversation } from './compact-conversation.ts';
import { estimateTokens, saysSomething, tokensOf } from './message-size.ts';
import type { ModelTurn } from './model-turn.ts';
import { createRepeatGuard } from './repeat-guard.ts';
import { runCalls } from './run-calls.ts';

/** Of the window: to sum up less than that gains nothing, as where tools alone nearly fill it. */
const MIN_COMPACTED_SHARE = 0.2;
const SUMMING_UP = '\n(the conversation nearly fills the context window, and is being summarised)\n';
const CUT_CALL =
  'Your answer reached the number of tokens that it may have before they were whole: write less at a time, in several calls.';
const NO_WORDS = 'The model ended its turn without an answer.';

/**
 * Goes on from the newest message, which is the user's: the model is asked, what it wants is done, and so on until it wants
 * no more. The conversation is compacted before it is too long for the model. Throws when the turn is cancelled, and a
 * ModelError when the model gives no answer.
 */
export async function runModelTurn(turn: ModelTurn): Promise<StopReason> {
  const guard = createRepeatGuard();
  let wasEmpty = false;
  for (let step = 0; step < turn.maxSteps; step += 1) {
    if (isFull(turn)) await compact(turn, MIN_COMPACTED_SHARE);
    const answer = await askFitting(turn);
    await turn.usage.count(answer.usage, turn.model.info);
    const isEmpty = !saysSomething(answer.message);
    // Models refuse a conversation in which one of their own messages says nothing.
    if (!isEmpty) turn.conversation.add(answer.message);
    if (answer.calls.length === 0) {
      if (!isEmpty || answer.reason === 'length' || answer.reason === 'refusal')
        return stopReason(answer.reason);
      if (wasEmpty) return sayNothing(turn);
      wasEmpty = true;
      continue;
    }
    const calls = answer.reason === 'length' ? answer.calls.map(explainCut) : answer.calls;
    const { message, stop, thrown } = await runCalls(calls, turn, guard);
    turn.conversation.add(message);
    if (thrown !== null) throw thrown;
    if (stop) return 'max_turn_requests';
  }
  return 'max_turn_requests';
}

/** Arguments that were cut off were not written wrongly, and would be cut off again. */
function explainCut(call: RequestedCall): RequestedCall {
  return call.problem === undefined ? call : { ...call, problem: CUT_CALL };
}

/** Some end so after a tool's answer, mostly by chance: asked once more they speak. */
async function sayNothing({ context }: ModelTurn): Promise<StopReason> {
  await sayText(context.client, NO_WORDS);
  return 'end_turn';
}

/** What the model says of its window counts, also where it is said only by a refusal; once. */
async function askFitting(turn: ModelTurn): Promise<ModelAnswer> {
  try {
    return await requestAnswer(turn);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'too_long') throw error;
    if (!(await compact(turn))) throw error;
    return requestAnswer(turn);
  }
}

async function compact(turn: ModelTurn, minShare = 0): Promise<boolean> {
  return compactConversation(turn, { minShare, onBegin: () => sayThought(turn.context.client, SUMMING_UP) });
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

/** From this share of its window on, a conversation is compacted before the model is asked again. */
const FULL_SHARE = 0.8;

/** Whether the next question would nearly fill the model's window; never where its size is unknown. */
function isFull(turn: ModelTurn): boolean {
  const { contextWindow } = turn.model.info;
  return contextWindow !== null && questionTokens(turn) > contextWindow * FULL_SHARE;
}

/** What the model counted up to its last answer, and what has come since; all of it estimated where it counted nothing. */
function questionTokens({ usage, conversation: { messages }, system, tools }: ModelTurn): number {
  if (usage.used !== null) {
    const answered = messages.findLastIndex(({ role }) => role === 'assistant');
    return usage.used + estimateTokens(messages.slice(answered + 1));
  }
  const definitions = tools().map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return estimateTokens(messages) + tokensOf(system.length + JSON.stringify(definitions).length);
}
