/** A resource of an MCP server that a prompt names, as `@server:uri`. */
export interface Mention {
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
