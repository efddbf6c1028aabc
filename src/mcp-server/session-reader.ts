import type { Entry } from '../core/session-state.ts';

/** What is told of a session without reading it. Times in epoch ms. */
export interface SessionSummary {
  id: string;
  title: string | null;
  cwd: string;
  backend: string;
  createdAt: number;
  updatedAt: number;
  turns: number;
}

/** The recorded sessions, as this server needs them. */
export interface SessionReader {
  /** Newest first. */
  list(): Promise<SessionSummary[]>;
  /** The session whose id starts like that. Throws SimseError('no_session') when there is none or several. */
  read(idPrefix: string): Promise<{ summary: SessionSummary; entries: readonly Entry[] }>;
}
