import type { ContentBlock } from '../../core/content.ts';

const MAX_LINKS = 2000;

/** Which server has last given a link to a resource. What tools link to need not be in any list. */
export class LinkBook {
  readonly #servers = new Map<string, string>();

  note(server: string, content: readonly ContentBlock[]): void {
    for (const block of content) {
      if (block.type !== 'resource_link') continue;
      this.#servers.delete(block.uri);
      this.#servers.set(block.uri, server);
      const [oldest] = this.#servers.keys();
      if (this.#servers.size > MAX_LINKS && oldest !== undefined) this.#servers.delete(oldest);
    }
  }

  serverOf(uri: string): string | undefined {
    return this.#servers.get(uri);
  }
}
