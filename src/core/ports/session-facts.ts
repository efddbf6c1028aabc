import type { BackendCapabilities } from './ports.ts';

/** What a session stands on, for who wants to know. */
export interface SessionFacts {
  /** What the backend says that it can; null while none runs. */
  capabilities: BackendCapabilities | null;
  /** The folders of the workspace, absolute. */
  roots: readonly string[];
  /** Where the session is recorded. */
  recordDir: string;
  /** The config files that have something in force, absolute. */
  configFiles: readonly string[];
}
