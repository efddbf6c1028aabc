import type { Library } from '../../core/ports/library.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import type { ServerFeatures } from '../../mcp-server/features.ts';
import { libraryTools } from '../own-tools/library-tools.ts';
import { sessionTools } from '../own-tools/session-tools.ts';
import type { SessionArchive } from '../records/session-archive.ts';
import { libraryResources } from './library-resources.ts';
import { ownPrompts } from './own-prompts.ts';
import { sessionResources } from './session-resources.ts';

const INSTRUCTIONS =
  "simse is the user's terminal for coding agents. Its library_* tools are a memory that all the user's agents share: search it before you ask the user for facts about their projects, and shelve what later sessions should know. Its session_* tools show what was said and done in recorded sessions.";

export interface OwnFeaturesOptions {
  archive: SessionArchive;
  library: Library;
  /** The folders that the server was started for, absolute. */
  roots: readonly string[];
  /** Tools beside those of the sessions and the library, which may come and go. */
  more?: { tools(): readonly OwnTool[]; onChange(listener: () => void): () => void };
}

/** What simse offers as an MCP server. */
export function createOwnFeatures({ archive, library, roots, more }: OwnFeaturesOptions): ServerFeatures {
  const own = [...libraryTools(() => Promise.resolve(library)), ...sessionTools(archive)];
  return {
    tools: () => [...own, ...(more?.tools() ?? [])],
    onToolsChanged: (listener) => more?.onChange(listener) ?? (() => {}),
    resources: [sessionResources(archive), libraryResources(library)],
    prompts: ownPrompts(archive, library),
    roots,
    instructions: INSTRUCTIONS,
  };
}
