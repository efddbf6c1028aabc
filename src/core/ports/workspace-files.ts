/** A file or folder of the workspace that fits what was typed. */
export interface FileMatch {
  /** Relative to the session's directory with `/` between folders; a folder ends with one. */
  path: string;
  /** Offsets of the characters that fit, in UTF-16 units. */
  positions: readonly number[];
}

/** The names of the workspace's files, ignores honoured, for `@` mentions. Searching never blocks the caller. */
export interface WorkspaceFiles {
  /** Reads the tree if it has not been read, or not lately; called when the user begins a mention. */
  warmUp(): void;
  /**
   * The best matches, best first; of a folder that is typed to its `/` what lies in it. Aborted, it resolves with nothing.
   * Never rejects.
   */
  search(query: string, limit: number, signal: AbortSignal): Promise<readonly FileMatch[]>;
  /**
   * What a path that is typed in a shell command may become, in its own words; a folder ends with `/`. Anywhere, and
   * also what is ignored. Never rejects.
   */
  completePath(typed: string): Promise<readonly string[]>;
  /** Whether the tree is read for the first time, so that matches may be missing. */
  isReading(): boolean;
  /** Called when the tree has been read. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
