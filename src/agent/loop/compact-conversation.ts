import type { Message } from '../model/model.ts';
import { ModelError } from '../model/model-error.ts';
import { estimateTokens, messageText, shrinkResults } from './message-size.ts';
import type { ModelTurn } from './model-turn.ts';

/** From this share of its window on, a conversation is compacted before the model is asked again. */
const FULL_SHARE = 0.8;
/** What the summary is made of may take this share of the window: the summary has to fit, too. */
const SOURCE_SHARE = 0.6;
/** Of the newest messages, this share stays as it was said. */
const KEPT_SHARE = 0.15;
/** Where nobody knows the window. */
const ASSUMED_WINDOW = 32_000;

const INSTRUCTIONS = `Summarise this conversation for the one who will go on with the work and has nothing but your summary.
Use these headings:
## Goal: what the user wants, in their words where they matter
## State: what is done, what is being done
## Decisions: what was decided, and why; what the user asked for or ruled out
## Files: every file that matters, with what was changed or found in it
## Next steps: what is to be done now, in order
Be exact with names, paths, commands and error messages. Leave out greetings and dead ends that teach nothing.`;

export function isFull({ usage, model, conversation }: ModelTurn): boolean {
  const { contextWindow } = model.info;
  if (contextWindow === null) return false;
  return Math.max(usage.used ?? 0, estimateTokens(conversation.messages)) > contextWindow * FULL_SHARE;
}

interface CompactOptions {
  /** What the user wants to be kept above all. */
  wish?: string;
  /** Whether the newest messages stay as they are, so that nothing that is being done is torn apart. */
  keepsNewest?: boolean;
}

/**
 * Puts a summary by the model in place of the older part of the conversation. Throws a ModelError when the model gives none;
 * then the conversation is as it was.
 */
export async function compactConversation(
  turn: ModelTurn,
  { wish = '', keepsNewest = true }: CompactOptions = {},
): Promise<void> {
  const { conversation, model } = turn;
  const window = model.info.contextWindow ?? Math.min(ASSUMED_WINDOW, estimateTokens(conversation.messages));
  const kept = keepsNewest ? newestThatFit(conversation.messages, window * KEPT_SHARE) : [];
  const older = conversation.messages.slice(0, conversation.messages.length - kept.length);
  if (older.length === 0) throw new ModelError('too_long', 'the newest message alone does not fit the model');
  const source = shrinkResults(older, window * SOURCE_SHARE);
  const summary = await summarise(turn, source, wish);
  const request = lastRequest(older);
  const opening = [
    'The conversation so far, summarised:',
    summary,
    ...(request === null ? [] : ['What the user asked for last:', request]),
  ].join('\n\n');
  // After the user's words it is the model's turn to speak; a kept message of the user would be a second one in a row.
  const understood: Message[] =
    kept[0]?.role === 'user' ? [{ role: 'assistant', content: 'Understood.' }] : [];
  conversation.replace([{ role: 'user', content: opening }, ...understood, ...kept]);
}

async function summarise(turn: ModelTurn, source: readonly Message[], wish: string): Promise<string> {
  const { model, usage, signal } = turn;
  const transcript = source.map((message) => `### ${message.role}\n${messageText(message)}`).join('\n\n');
  const wanted = wish === '' ? '' : `\n\nAbove all keep: ${wish}`;
  const messages: Message[] = [{ role: 'user', content: `${transcript}\n\n---\n${INSTRUCTIONS}${wanted}` }];
  let text = '';
  const request = {
    system: 'You summarise conversations.',
    messages,
    tools: [],
    effort: 'off',
    signal,
  } as const;
  for await (const part of model.stream(request)) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'end') usage.countAside(part.usage, model.info);
  }
  if (text.trim() === '') throw new ModelError('rejected', 'the model gave no summary');
  return text.trim();
}

/** Whole exchanges from the end: the results of tools stay with the answer that asked for them. */
function newestThatFit(messages: readonly Message[], tokens: number): Message[] {
  let start = messages.length;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    if (estimateTokens(messages.slice(index)) > tokens) break;
    if (messages[index]?.role !== 'tool') start = index;
  }
  return messages.slice(start);
}

function lastRequest(messages: readonly Message[]): string | null {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? null : messageText(last);
}
