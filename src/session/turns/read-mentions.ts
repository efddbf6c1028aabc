import { blocksToText, type ContentBlock } from '../../core/content.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { EmitEvent } from '../../core/state/events.ts';

/** A resource of an MCP server that a prompt names, as `@server:uri`. */
interface Mention {
  server: string;
  /** As it was typed; a sentence's punctuation may follow it. */
  uri: string;
}

/** Behind a blank or an opening bracket, so that an address of mail is none. */
const MENTIONS = /(?<![^\s([{"'])@([\w.-]+):(\S+)/g;
const PUNCTUATION = /[.,;:!?)\]}"']+$/;

/** The resources that a text names of these servers, each once, in their order. */
export function findMentions(text: string, isServer: (name: string) => boolean): Mention[] {
  const found = new Map<string, Mention>();
  for (const [whole, server = '', uri = ''] of text.matchAll(MENTIONS)) {
    if (isServer(server)) found.set(whole, { server, uri });
  }
  return [...found.values()];
}

/** What an address that was typed in a sentence means: itself where that is known, else without the punctuation behind it. */
export function withoutPunctuation(uri: string, isKnown: (uri: string) => boolean): string {
  return isKnown(uri) ? uri : uri.replace(PUNCTUATION, '') || uri;
}

/** Of one prompt; what is named beyond them is left to the words. */
const MAX_MENTIONS = 20;

/** What a text names of the servers of a host. */
export function mentionsIn(text: string, mcp: Pick<McpHost, 'status'>): Mention[] {
  const servers = new Set(mcp.status().map(({ name }) => name));
  return findMentions(text, (name) => servers.has(name)).slice(0, MAX_MENTIONS);
}

/**
 * The contents of the resources, in their order. One that cannot be read is told and left out: its name still stands in the
 * prompt. Never rejects.
 */
export async function readMentions(
  mentions: readonly Mention[],
  mcp: McpHost,
  emit: EmitEvent,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const read = await Promise.all(mentions.map((mention) => readMention(mention, mcp, emit, signal)));
  return read.flat();
}

async function readMention(
  { server, uri: typed }: Mention,
  { offers }: McpHost,
  emit: EmitEvent,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const uri = withoutPunctuation(typed, (known) =>
    offers.resources().some((resource) => resource.server === server && resource.uri === known),
  );
  try {
    const blocks = await offers.readResource(server, uri, { signal });
    const text = `${uri} was read (${describeLength(blocks)})`;
    emit({ type: 'notice', level: 'info', source: server, text });
    return blocks;
  } catch (thrown) {
    if (signal.aborted) return [];
    if (!(thrown instanceof SimseError)) throw thrown;
    emit({
      type: 'notice',
      level: 'warn',
      source: server,
      text: `${uri} was not read: ${messageOf(thrown)}`,
    });
    return [];
  }
}

function describeLength(blocks: readonly ContentBlock[]): string {
  const count = blocksToText(blocks).length;
  return count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`;
}
