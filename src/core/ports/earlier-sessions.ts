/** A recorded session of this directory that the user can go on with. */
export interface EarlierSessionInfo {
  id: string;
  title: string;
  backend: string;
  /** Epoch milliseconds. */
  updatedAt: number;
  turns: number;
  /** A simse has it open. */
  isOpen: boolean;
}

/** What was said last in a session; empty where nothing was. */
export interface SessionPreview {
  prompt: string;
  answer: string;
}

export interface EarlierSessions {
  /** Newest first, without the session itself. Rejects with a SimseError. */
  list(): Promise<readonly EarlierSessionInfo[]>;
  /** Rejects with SimseError('no_session'). */
  preview(id: string): Promise<SessionPreview>;
}

/** A recorded session with which the user goes on: in itself, or in a fork of it, up to the end of a turn or of all. */
export interface NextSession {
  id: string;
  fork: boolean;
  /** Counted from 1; only of a fork. */
  turn?: number;
}
