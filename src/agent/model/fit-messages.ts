import { createHash } from 'node:crypto';
import type { Message } from './model.ts';
import { isMistral, type Provider, refusesThoughts } from './provider.ts';

type Part = Exclude<Message['content'], string>[number];
type UserMessage = Extract<Message, { role: 'user' }>;

/** Where a provider keeps marks of its own on a part, which may be all that there is on it. */
const MARKS: Readonly<Partial<Record<Provider['kind'], string>>> = {
  google: 'google',
  'openai-responses': 'openai',
};

/**
 * A conversation as a model can take it, whichever model answered before: each provider refuses the whole of it for something that
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

interface IdRule {
  accepted: RegExp;
  /** Of a stand-in. */
  chars: number;
}

const MISTRAL: IdRule = { accepted: /^[A-Za-z0-9]{9}$/, chars: 9 };
const ANTHROPIC: IdRule = { accepted: /^[\w-]{1,128}$/, chars: 24 };
const OPENAI: IdRule = { accepted: /^.{1,64}$/, chars: 24 };

/** The messages with ids of calls that a provider takes: those of another one, from before `/model`, may be none there. */
function fitCallIds(messages: readonly Message[], provider: Provider, model: string): Message[] {
  const rule = ruleOf(provider, model);
  return messages.map((message) => {
    if (message.role === 'assistant' && typeof message.content !== 'string') {
      const content = message.content.map((part) =>
        part.type === 'tool-call' ? { ...part, toolCallId: fitId(part.toolCallId, rule) } : part,
      );
      return { ...message, content };
    }
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, toolCallId: fitId(part.toolCallId, rule) } : part,
    );
    return { ...message, content };
  });
}

function ruleOf(provider: Provider, model: string): IdRule {
  if (provider.kind === 'anthropic') return ANTHROPIC;
  return isMistral(provider, model) ? MISTRAL : OPENAI;
}

/** The same stand-in for the same id, so that calls and their answers stay together. */
function fitId(id: string, { accepted, chars }: IdRule): string {
  return accepted.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, chars);
}

const UNSEEN = '[A picture, which you cannot see.]';
const APART = '[The pictures that belong to the answers above.]';

type ToolMessage = Extract<Message, { role: 'tool' }>;
type ToolPart = ToolMessage['content'][number];
type Output = Extract<ToolPart, { type: 'tool-result' }>['output'];

/**
 * The messages as a model can take them: without pictures where it takes none, and for the format of OpenAI, whose answers of
 * tools are texts, with their pictures in a message of the user's after them.
 */
export function fitPictures(
  messages: readonly Message[],
  { kind }: Provider,
  takesImages: boolean,
): readonly Message[] {
  if (!takesImages) return messages.map(withoutPictures);
  return kind === 'openai' ? messages.flatMap(picturesApart) : messages;
}

function withoutPictures(message: Message): Message {
  if (message.role === 'tool') return withTextResults(message);
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'image' ? { type: 'text' as const, text: UNSEEN } : part,
  );
  return { ...message, content };
}

function picturesApart(message: Message): Message[] {
  if (message.role !== 'tool') return [message];
  const pictures = message.content.flatMap((part) =>
    part.type === 'tool-result' ? imagesIn(part.output) : [],
  );
  if (pictures.length === 0) return [message];
  const content = [{ type: 'text' as const, text: APART }, ...pictures];
  return [withTextResults(message, ''), { role: 'user', content }];
}

function withTextResults(message: ToolMessage, inPlace = UNSEEN): ToolMessage {
  return { ...message, content: message.content.map((part) => withTextResult(part, inPlace)) };
}

function withTextResult(part: ToolPart, inPlace: string): ToolPart {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
  const texts = part.output.value.map((piece) => (piece.type === 'text' ? piece.text : inPlace));
  return { ...part, output: { type: 'text', value: texts.filter((text) => text !== '').join('\n') } };
}

function imagesIn(output: Output): { type: 'image'; image: string; mediaType: string }[] {
  if (output.type !== 'content') return [];
  return output.value.flatMap((piece) =>
    piece.type === 'image-data'
      ? [{ type: 'image' as const, image: piece.data, mediaType: piece.mediaType }]
      : [],
  );
}
