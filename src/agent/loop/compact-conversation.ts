import { type Message, ModelError } from '../model/model.ts';
import { cutMiddle } from '../tools/cut-text.ts';
import { GO_ON, retryModel } from './ask-model.ts';
import { charsOf, estimateTokens, messageText, messageTexts, shrinkResults } from './message-size.ts';
import type { ModelTurn } from './model-turn.ts';

/** What the summary is made of may take this share of the window: the summary has to fit, too. */
const SOURCE_SHARE = 0.6;
/** Of the newest messages, this share stays as it was said; no more of it is what the user asked for last. */
const KEPT_SHARE = 0.15;
/** Where the context window is unknown. */
const ASSUMED_WINDOW = 32_000;
/** How often a summary is tried of half as much, where the model cannot take what is to be summed up. */
const MAX_HALVINGS = 3;

const INSTRUCTIONS = `Summarise this conversation for the one who will go on with the work and has nothing but your summary.
Use these headings:
## Goal: what the user wants, in their words where they matter
## State: what is done, what is being done
## Decisions: what was decided, and why; what the user asked for or ruled out
## Files: every file that matters, with what was changed or found in it
## Next steps: what is to be done now, in order
Be exact with names, paths, commands and error messages. Leave out greetings and dead ends that teach nothing.`;

interface CompactOptions {
  /** What the user wants to be kept above all. */
  wish?: string;
  /** Whether the newest messages stay as they are, so that nothing that is being done is torn apart. */
  keepsNewest?: boolean;
  /** Of the window, what is older has to take this share to be worth it. */
  minShare?: number;
  /** Called when there is something to sum up, before the model is asked. */
  onBegin?(): Promise<void>;
}

/**
 * Puts a summary by the model in place of the older part of the conversation; resolves with whether there was one. Throws a
 * ModelError when the model gives no summary; then the conversation is as it was.
 */
export async function compactConversation(
  turn: ModelTurn,
  { wish = '', keepsNewest = true, minShare = 0, onBegin }: CompactOptions = {},
): Promise<boolean> {
  const { conversation, model } = turn;
  const window = model.info.contextWindow ?? Math.min(ASSUMED_WINDOW, estimateTokens(conversation.messages));
  const kept = keepsNewest ? newestThatFit(conversation.messages, window * KEPT_SHARE) : [];
  const older = conversation.messages.slice(0, conversation.messages.length - kept.length);
  if (older.length === 0 || estimateTokens(older) < window * minShare) return false;
  await onBegin?.();
  const summary = await summarise(turn, older, window * SOURCE_SHARE, wish);
  const request = lastRequest(older);
  const cut = request === null ? null : cutMiddle(request, charsOf(window * KEPT_SHARE));
  // After the user's words it is the model's turn to speak; a kept message of the user would be a second one in a row.
  const understood: Message[] =
    kept[0]?.role === 'user' ? [{ role: 'assistant', content: 'Understood.' }] : [];
  conversation.replace([openingMessage(summary, cut), ...understood, ...kept]);
  await turn.usage.estimate(estimateTokens(conversation.messages), model.info);
  return true;
}

/** The model may be busy, and its window may be smaller than anybody said. */
async function summarise(
  turn: ModelTurn,
  messages: readonly Message[],
  tokens: number,
  wish: string,
  halvings = 0,
): Promise<string> {
  try {
    return await retryModel(turn, () => askForSummary(turn, transcriptOf(messages, tokens), wish));
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'too_long' || halvings === MAX_HALVINGS) throw error;
    return summarise(turn, messages, tokens / 2, wish, halvings + 1);
  }
}

async function askForSummary(turn: ModelTurn, transcript: string, wish: string): Promise<string> {
  const { model, usage, signal } = turn;
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

/** Answers of tools are cut first, then whatever stands in the middle. */
function transcriptOf(messages: readonly Message[], tokens: number): string {
  const parts = shrinkResults(messages, tokens).map(
    (message) => `### ${message.role}\n${messageText(message)}`,
  );
  return cutMiddle(parts.join('\n\n'), charsOf(tokens));
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

const SUMMARISED = 'The conversation so far, summarised:';
const ASKED_LAST = 'What the user asked for last:';

/** The message that stands for a conversation: its summary, and what the user wants, in their own words. */
function openingMessage(summary: string, request: string | null): Message {
  const asked = request === null ? [] : [`${ASKED_LAST}\n\n${request}`];
  const texts = [`${SUMMARISED}\n\n${summary}`, ...asked];
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
}

/**
 * What the user asked for last; null where there was no request. What the loop said is not one, except what an opening message
 * repeats.
 */
function lastRequest(messages: readonly Message[]): string | null {
  const last = messages.findLast((message) => message.role === 'user' && message.content !== GO_ON);
  if (last === undefined) return null;
  const [first = '', ...others] = messageTexts(last);
  if (!first.startsWith(SUMMARISED)) return messageText(last);
  return others[0]?.slice(ASKED_LAST.length).trim() ?? null;
}
