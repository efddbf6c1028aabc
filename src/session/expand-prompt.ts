import { blocksToText, type ContentBlock } from '../core/content.ts';
import type { McpHost } from '../core/mcp-host.ts';
import type { Elicit, EmitEvent } from '../core/ports.ts';
import { fetchPrompt, promptServer } from './fetch-prompt.ts';
import { mentionsIn, readMentions } from './read-mentions.ts';

export interface PromptExpander {
  /** Whether a prompt names anything of an MCP server. */
  isAbout(blocks: readonly ContentBlock[]): boolean;
  /**
   * The prompt with what it names: the messages of `/server:prompt`, the contents of `@server:uri`. null when the user left
   * what was asked for it; rejects with a SimseError when there is no such prompt, or it cannot be had.
   */
  expand(blocks: ContentBlock[], signal: AbortSignal): Promise<ContentBlock[] | null>;
}

interface Parts {
  mcp: McpHost;
  elicit: Elicit;
  emit: EmitEvent;
  interactive: boolean;
}

/** Puts what MCP servers offer into prompts. What a server says in the user's name is shown. */
export function createPromptExpander(parts: Parts): PromptExpander {
  const { mcp, emit } = parts;

  const expandPrompt = async (line: string, server: string, signal: AbortSignal) => {
    const blocks = await fetchPrompt(line, server, parts, signal);
    if (blocks === null) return null;
    const content = { type: 'text', text: blocksToText(blocks) } as const;
    emit({ type: 'message_chunk', role: 'user', content });
    return blocks;
  };

  return {
    isAbout: ([first]) => first?.type === 'text' && serversOf(first.text, mcp).length > 0,
    async expand(blocks, signal) {
      const [first, ...others] = blocks;
      const servers = first?.type === 'text' ? serversOf(first.text, mcp) : [];
      if (first?.type !== 'text' || servers.length === 0) return blocks;
      const isReady = (server: string) =>
        mcp.status().some(({ name, state }) => name === server && state === 'ready');
      if (!servers.every(isReady)) await mcp.start();
      const server = promptServer(first.text, mcp);
      if (server === null)
        return [first, ...(await readMentions(mentionsIn(first.text, mcp), mcp, emit, signal)), ...others];
      const expanded = await expandPrompt(first.text, server, signal);
      return expanded === null ? null : [...expanded, ...others];
    },
  };
}

/** The servers that a text names, as that of its prompt or of its resources. */
function serversOf(text: string, mcp: McpHost): string[] {
  const server = promptServer(text, mcp);
  return server === null ? mentionsIn(text, mcp).map((mention) => mention.server) : [server];
}
