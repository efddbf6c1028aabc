import type { Message } from '../model/model.ts';

/** Models take three to four characters for a token; code rather three. */
const CHARS_PER_TOKEN = 3.3;
/** A picture costs about that, however many bytes it has. */
const PICTURE_TOKENS = 1500;
/** What is left of a tool's answer that is cut. */
const CUT_CHARS = 800;

type Part = Exclude<Message['content'], string>[number];

/** About how many tokens a text of so many characters has, and the other way round. */
export function tokensOf(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

export function charsOf(tokens: number): number {
  return Math.floor(tokens * CHARS_PER_TOKEN);
}

/** About how many tokens these messages have. */
export function estimateTokens(messages: readonly Message[]): number {
  return Math.ceil(messages.reduce((sum, message) => sum + messageTokens(message), 0));
}

/** A message as text, for a reader: calls and their answers included, pictures named. */
export function messageText(message: Message): string {
  return messageTexts(message).join('\n');
}

/** The same, part by part. */
export function messageTexts({ content }: Message): string[] {
  return typeof content === 'string' ? [content] : content.map(partText);
}

/** The messages with long answers of tools cut to their ends, oldest first, until all fit so many tokens or none is left. */
export function shrinkResults(messages: readonly Message[], tokens: number): Message[] {
  const shrunk = [...messages];
  for (const [index, message] of messages.entries()) {
    if (estimateTokens(shrunk) <= tokens) break;
    if (message.role === 'tool') shrunk[index] = { ...message, content: message.content.map(cutResult) };
  }
  return shrunk;
}

/** Whether there is a word or a call in it; thoughts alone are nothing to reply to. */
export function saysSomething({ content }: Message): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  return content.some((part) => (part.type === 'text' ? part.text.trim() !== '' : part.type !== 'reasoning'));
}

function messageTokens({ content }: Message): number {
  if (typeof content === 'string') return content.length / CHARS_PER_TOKEN;
  return content.reduce((sum, part) => sum + partTokens(part), 0);
}

function partTokens(part: Part): number {
  if (part.type === 'image' || part.type === 'file') return PICTURE_TOKENS;
  const pictures = part.type === 'tool-result' ? picturesIn(part.output) : 0;
  return partText(part).length / CHARS_PER_TOKEN + pictures * PICTURE_TOKENS;
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `[calls ${part.toolName} ${JSON.stringify(part.input)}]`;
    case 'tool-result':
      return outputText(part.output);
    default:
      return `[${part.type}]`;
  }
}

type ToolPart = Extract<Message, { role: 'tool' }>['content'][number];
type Output = Extract<ToolPart, { type: 'tool-result' }>['output'];

function outputText(output: Output): string {
  if (output.type === 'content')
    return output.value.map((piece) => (piece.type === 'text' ? piece.text : '[picture]')).join('\n');
  return 'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output);
}

function picturesIn(output: Output): number {
  return output.type === 'content' ? output.value.filter(({ type }) => type === 'image-data').length : 0;
}

/** Pictures go with the cut. */
function cutResult(part: ToolPart): ToolPart {
  if (part.type !== 'tool-result') return part;
  const value = outputText(part.output);
  if (value.length <= CUT_CHARS) return part.output.type === 'text' ? part : withText(part, value);
  const half = CUT_CHARS / 2;
  const left = `${value.slice(0, half)}\n[… ${value.length - CUT_CHARS} characters are left out …]\n${value.slice(-half)}`;
  return withText(part, left);
}

function withText(part: Extract<ToolPart, { type: 'tool-result' }>, value: string): ToolPart {
  return { ...part, output: { type: 'text', value } };
}
