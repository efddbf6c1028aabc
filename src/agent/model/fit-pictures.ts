import type { Message } from './model.ts';
import type { Provider } from './provider.ts';

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
