import type { OwnTool } from '../../core/ports/own-tool.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { OWN_SERVER, qualifiedName } from '../../core/text/tool-names.ts';
import type { McpTool } from '../mcp-client/mcp-tool.ts';
import { SHELL_OUTPUT, SHELL_STOP } from './background-shell.ts';
import { EDIT_FILE, MULTI_EDIT } from './edit.ts';
import { FETCH_URL } from './fetch.ts';
import { GLOB } from './glob.ts';
import { GREP } from './grep.ts';
import { type AgentLibrary, ownModelTools, recall } from './library.ts';
import { LIST_DIRECTORY } from './list.ts';
import { mcpModelTools } from './mcp.ts';
import { READ_FILE } from './read.ts';
import { SHELL } from './shell.ts';
import { TODO } from './todo.ts';
import type { ModelTool, ToolContext } from './tool.ts';
import { WRITE_FILE } from './write.ts';

/** The tools that every model has, whatever servers there are; each file has one, or a family. */
export const BUILT_IN_TOOLS: readonly ModelTool[] = [
  READ_FILE,
  LIST_DIRECTORY,
  WRITE_FILE,
  EDIT_FILE,
  MULTI_EDIT,
  GLOB,
  GREP,
  FETCH_URL,
  SHELL,
  SHELL_OUTPUT,
  SHELL_STOP,
  TODO,
];

const INSTRUCTIONS_CHARS = 2000;

/** What a session's model can do, and what it is told beside the conversation. */
export interface ToolKit {
  /** To be called before each turn: gives servers a while to start. Rejects only when the signal is aborted. */
  gather(signal: AbortSignal): Promise<void>;
  /** The tools that are there by now. */
  tools(): readonly ModelTool[];
  /** What servers say about how to use them, each a paragraph with a heading. */
  notes(): string[];
  /** What has happened since it was asked last, a sentence each. */
  news(): string[];
  /** What the library has about a prompt, as a text to go with it. */
  recall(prompt: string): Promise<string | null>;
}

export function createToolKit(context: ToolContext, library: AgentLibrary | null): ToolKit {
  const { mcp, background } = context;
  const recalled = new Set<string>();
  let own: readonly OwnTool[] = [];
  const mcpTools = (): McpTool[] => mcp.roster.known().flatMap(({ offer }) => [...offer.tools]);
  // simse offers its own tools to each of its agents: then they are called there, where its gate stands.
  const isOffered = ({ name }: OwnTool, tools: readonly McpTool[]): boolean =>
    tools.some((tool) => tool.name === qualifiedName(OWN_SERVER, name));

  return {
    async gather(signal) {
      own = (await library?.tools()) ?? [];
      await mcp.roster.gather(signal);
    },
    tools() {
      const offered = mcpTools();
      const ownTools = own.filter((tool) => !isOffered(tool, offered));
      return [...BUILT_IN_TOOLS, ...ownModelTools(ownTools), ...mcpModelTools(offered)];
    },
    notes() {
      const offered = mcpTools();
      const isOwn = own.some((tool) => !isOffered(tool, offered));
      const said = mcp.roster
        .known()
        .map(({ server, offer }) => ({ heading: `the MCP server ${server}`, text: offer.instructions }));
      const all =
        isOwn && library !== null ? [{ heading: 'the library', text: library.instructions }, ...said] : said;
      return all.flatMap(({ heading, text }) => describeInstructions(heading, text));
    },
    news: () => background.news(),
    recall: async (prompt) => (library === null ? null : recall(library, prompt, recalled)),
  };
}

/** Servers are strangers: what they say is cleaned, bounded, and said to be theirs. */
function describeInstructions(heading: string, text: string): string[] {
  const clean = cleanText(text).trim();
  if (clean === '') return [];
  const cut = clean.length > INSTRUCTIONS_CHARS ? `${clean.slice(0, INSTRUCTIONS_CHARS)} […]` : clean;
  return [`# What ${heading} says about its tools\n${cut}`];
}
