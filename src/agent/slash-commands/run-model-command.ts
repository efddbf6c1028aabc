import type { TextStore } from '../files/change-log.ts';
import { compactConversation } from '../loop/compact-conversation.ts';
import { estimateTokens } from '../loop/message-size.ts';
import type { ModelTurn } from '../loop/model-turn.ts';
import type { ModelCommand } from './model-commands.ts';
import { rewind } from './rewind.ts';

/** Does what the user asked for without the model's hands. Resolves with what is said of it; rejects as a turn does. */
export async function runModelCommand(
  command: Exclude<ModelCommand, { kind: 'prompt' }>,
  turn: ModelTurn,
  texts: TextStore,
): Promise<string> {
  const { conversation, context, signal, nextCallId } = turn;
  if (command.kind === 'compact') return compact(command.wish, turn);
  const said = await rewind(command.argument, { context, store: texts, signal, nextCallId });
  const content = `[The user ran /rewind, which said:\n${said}]`;
  if (command.argument !== '') conversation.add({ role: 'user', content });
  return said;
}

async function compact(wish: string, turn: ModelTurn): Promise<string> {
  const { conversation } = turn;
  const before = estimateTokens(conversation.messages);
  if (before === 0) return 'There is nothing to summarise yet.';
  await compactConversation(turn, { wish, keepsNewest: false });
  const after = estimateTokens(conversation.messages);
  return `The conversation is summarised: about ${after} tokens instead of ${before}.`;
}
