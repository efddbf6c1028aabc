import { fitCallIds } from './fit-call-ids.ts';
import { fitPictures } from './fit-pictures.ts';
import { isMistral, refusesThoughts } from './provider-manners.ts';
import type { Message } from './model.ts';
import type { Provider } from './provider.ts';

type Part = Exclude<Message['content'], string>[number];
type UserMessage = Extract<Message, { role: 'user' }>;

/** Where a provider keeps marks of its own on a part, which may be all that there is on it. */
const MARKS: Readonly<Partial<Record<Provider['kind'], string>>> = {
  google: 'google',
  'openai-responses': 'openai',
};

/**
 * A conversation as a model can take it, whoever answered before: each provider refuses the whole of it for something that
 * others do not mind.
 */
export function fitMessages(
  messages: readonly Message[],
  provider: Provider,
  model: string,
  takesImages: boolean,
): Message[] {
  const heard = refusesThoughts(provider) ? messages.flatMap(withoutThoughts) : messages;
  const said = heard.flatMap((message) => withoutBlanks(message, provider));
  const joined = joinUsers(fitPictures(said, provider, takesImages));
  const fitted = fitCallIds(joined, provider, model);
  const written = provider.kind === 'openai' ? fitted.map(asOneText) : fitted;
  return isMistral(provider, model) ? written.flatMap(answerBeforeUser) : written;
}

function withoutThoughts(message: Message): Message[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
  return [{ ...message, content: message.content.filter(({ type }) => type !== 'reasoning') }];
}

/** Texts of nothing but blanks go, and messages in which there is nothing else. */
function withoutBlanks(message: Message, { kind }: Provider): Message[] {
  const { role, content } = message;
  if (role === 'tool' || role === 'system') return [message];
  if (typeof content === 'string') return content.trim() === '' ? [] : [message];
  const isBlank = (part: Part): boolean =>
    part.type === 'text' &&
    part.text.trim() === '' &&
    part.providerOptions?.[MARKS[kind] ?? ''] === undefined;
  const left = (content as Part[]).filter((part) => !isBlank(part));
  if (!left.some(({ type }) => type !== 'reasoning')) return [];
  return [left.length === content.length ? message : ({ ...message, content: left } as Message)];
}

/** Many local models are trained on turns that alternate, and their servers insist on it. */
function joinUsers(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      joined.splice(-1, 1, { ...message, content: [...partsOf(last), ...partsOf(message)] });
    else joined.push(message);
  }
  return joined;
}

function partsOf({ content }: UserMessage): Exclude<UserMessage['content'], string> {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Some who speak OpenAI's format know a user's words only as a text, not as a list of texts. */
function asOneText(message: Message): Message {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const texts = message.content.flatMap((part) => (part.type === 'text' ? part.text : []));
  return texts.length < message.content.length ? message : { ...message, content: texts.join('\n\n') };
}

/** Mistral's models refuse a user who speaks right after a tool. */
function answerBeforeUser(message: Message, index: number, all: readonly Message[]): Message[] {
  const follows = message.role === 'user' && all[index - 1]?.role === 'tool';
  return follows ? [{ role: 'assistant', content: 'Understood.' }, message] : [message];
}
