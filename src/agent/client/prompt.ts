import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { UserModelMessage } from 'ai';
import { CONVERSATION_URI } from '../../core/content.ts';

interface PromptText {
  /** What was typed. */
  text: string;
  /** The first text that came with it as a resource, as standard input does. It is context, never commands. */
  attachment: string | null;
}

/**
 * What a prompt's blocks say. Texts are lines of their own, up to the first embedded resource; what follows one belongs
 * to it. A link to a file right after a text is a file that was picked from a menu: its path stands in the text. What was
 * said before is of no use to commands.
 */
export function readPrompt(all: readonly ContentBlock[]): PromptText {
  const blocks = all.filter((block) => block.type !== 'resource' || block.resource.uri !== CONVERSATION_URI);
  const resourceAt = blocks.findIndex((block) => block.type === 'resource');
  const typed = withoutMentions(resourceAt < 0 ? blocks : blocks.slice(0, resourceAt));
  return { text: typed.reduce(appendBlock, ''), attachment: attachmentOf(blocks) };
}

/** A file that the text names by `@path`, with its link behind it, is its path there. */
function withoutMentions(blocks: readonly ContentBlock[]): ContentBlock[] {
  const [first, ...others] = blocks;
  if (first?.type !== 'text') return [...blocks];
  let { text } = first;
  const links = others.filter((block) => {
    if (block.type !== 'resource_link') return true;
    const mention = [`@"${block.name}"`, `@${block.name}`].find((written) => text.includes(written));
    if (mention === undefined) return true;
    text = text.replace(mention, () => quote(block.name));
    return false;
  });
  return [{ ...first, text }, ...links];
}

function appendBlock(text: string, block: ContentBlock): string {
  if (block.type === 'resource_link') {
    const path = filePathOf(block.uri);
    return path !== null && text.endsWith(' ') ? text + quote(path) : text;
  }
  if (block.type !== 'text') return text;
  return text === '' || block.text.startsWith(' ') ? text + block.text : `${text}\n${block.text}`;
}

function attachmentOf(blocks: readonly ContentBlock[]): string | null {
  for (const block of blocks) {
    if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
  }
  return null;
}

function filePathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    // Not a file's address.
    return null;
  }
}

function quote(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

type Parts = Exclude<UserModelMessage['content'], string>;

/** A prompt as the model gets it. What the model cannot see is named, so that it knows that there was something. */
export function promptMessage(blocks: readonly ContentBlock[], takesImages: boolean): UserModelMessage {
  return { role: 'user', content: blocks.flatMap((block) => partsOf(block, takesImages)) };
}

function partsOf(block: ContentBlock, takesImages: boolean): Parts {
  switch (block.type) {
    case 'text':
      // One of nothing but blanks is refused by some models.
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
      return takesImages
        ? [{ type: 'image', image: block.data, mediaType: block.mimeType }]
        : [{ type: 'text', text: '[A picture came with this, which you cannot see.]' }];
    case 'audio':
      return [
        { type: 'text', text: `[A recording (${block.mimeType}) came with this, which you cannot hear.]` },
      ];
    case 'resource_link':
      return [{ type: 'text', text: `[Attached: ${block.name} at ${block.uri}]` }];
    case 'resource':
      return 'text' in block.resource
        ? [
            {
              type: 'text',
              text: `<resource uri="${block.resource.uri}">\n${block.resource.text}\n</resource>`,
            },
          ]
        : [{ type: 'text', text: `[Attached: ${block.resource.uri}, which is not text]` }];
  }
}
