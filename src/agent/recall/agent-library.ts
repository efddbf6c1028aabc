import type { LibraryEntry, LibraryHit } from '../../core/ports/library.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';

/** The memory that this user's agents share, as whoever starts the agent hands it over. */
export interface AgentLibrary {
  /** Its tools, loaded when they are first wanted. */
  tools(): Promise<readonly OwnTool[]>;
  /** What models are told about them. */
  readonly instructions: string;
  /** Best first. */
  search(text: string, limit: number): Promise<LibraryHit[]>;
  read(id: string): Promise<LibraryEntry>;
}
