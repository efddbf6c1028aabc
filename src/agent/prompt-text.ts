import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { CONVERSATION_URI } from '../core/content.ts';

export interface PromptText {
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
