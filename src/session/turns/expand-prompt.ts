import { blocksToText, type ContentBlock } from '../../core/content.ts';
import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { EmitEvent, MessageRole } from '../../core/state/events.ts';
import type { AttachFiles } from './attach-files.ts';
import { fetchPrompt, promptServer } from './fetch-prompt.ts';
import { mentionsIn, readMentions } from './read-mentions.ts';

interface PromptToSend {
  kind: 'prompt';
  blocks: ContentBlock[];
  /** What is to be done when the backend has answered, before the turn ends. Rejects with a SimseError. */
  finish?(result: TurnResult): Promise<void>;
}

/** What becomes of a prompt: it is sent so, simse itself has answered it, or the user left what was asked for it. */
export type Expanded = PromptToSend | { kind: 'answered' } | { kind: 'left' };

export interface PromptExpander {
  /** Whether a prompt names anything of an MCP server. */
  isAbout(blocks: readonly ContentBlock[]): boolean;
  /**
   * The prompt with what it names: the messages of `/server:prompt`, the contents of `@server:uri`, the files of `@path`.
   * Rejects with a SimseError when there is no such prompt, or it cannot be had.
   */
  expand(blocks: ContentBlock[], signal: AbortSignal): Promise<Expanded>;
  /** The prompt with the files that it names, and no more: for one that joins a turn. Never rejects. */
  withFiles(blocks: ContentBlock[], signal: AbortSignal): Promise<ContentBlock[]>;
}

interface Parts {
  mcp: McpHost;
  elicit: Elicit;
  emit: EmitEvent;
  /** Without a front end that takes commands, `/mcp` and those of files are prompts like any other, and answered here. */
  interactive: boolean;
  /** What a command answers, as text. */
  runCommand(line: string): Promise<string>;
  attachFiles: AttachFiles;
  /** The prompt of a command from a file; null for every other line. */
  expandCommand(line: string): Promise<string | null>;
}

const SERVERS_COMMAND = /^\/mcp(?:\s|$)/;

/** Puts what MCP servers offer into prompts. What a server says in the user's name is shown. */
export function createPromptExpander(parts: Parts): PromptExpander {
  const { mcp, emit, interactive } = parts;
  const say = (role: MessageRole, text: string) =>
    emit({ type: 'message_chunk', role, content: { type: 'text', text } });

  const answerCommand = async (line: string): Promise<Expanded> => {
    await mcp.start();
    say('agent', await parts.runCommand(line));
    return { kind: 'answered' };
  };

  const expandPrompt = async (line: string, server: string, signal: AbortSignal): Promise<Expanded> => {
    const blocks = await fetchPrompt(line, server, parts, signal);
    if (blocks === null) return { kind: 'left' };
    say('user', blocksToText(blocks));
    return { kind: 'prompt', blocks };
  };

  const expandText = async (typed: string, signal: AbortSignal): Promise<Expanded> => {
    if (!interactive && SERVERS_COMMAND.test(typed)) return answerCommand(typed);
    const written = interactive ? null : await parts.expandCommand(typed);
    if (written !== null) say('user', written);
    const text = written ?? typed;
    const servers = serversOf(text, mcp);
    if (!servers.every((server) => isReady(server, mcp))) await mcp.start();
    const server = promptServer(text, mcp);
    if (server !== null) return expandPrompt(text, server, signal);
    const read = await readMentions(mentionsIn(text, mcp), mcp, emit, signal);
    const files = await parts.attachFiles(text, signal);
    return { kind: 'prompt', blocks: [{ type: 'text', text }, ...read, ...files] };
  };

  return {
    isAbout: ([first]) => first?.type === 'text' && serversOf(first.text, mcp).length > 0,
    async expand([first, ...others], signal) {
      if (first === undefined) return { kind: 'prompt', blocks: others };
      if (first.type !== 'text') return { kind: 'prompt', blocks: [first, ...others] };
      const expanded = await expandText(first.text, signal);
      if (expanded.kind !== 'prompt') return expanded;
      return { kind: 'prompt', blocks: [...expanded.blocks, ...others] };
    },
    async withFiles(blocks, signal) {
      const [first] = blocks;
      return first?.type === 'text' ? [...blocks, ...(await parts.attachFiles(first.text, signal))] : blocks;
    },
  };
}

/** The servers that a text names, as that of its prompt or of its resources. */
function serversOf(text: string, mcp: McpHost): string[] {
  const server = promptServer(text, mcp);
  return server === null ? mentionsIn(text, mcp).map((mention) => mention.server) : [server];
}

function isReady(server: string, mcp: McpHost): boolean {
  return mcp.status().some(({ name, state }) => name === server && state === 'ready');
}
