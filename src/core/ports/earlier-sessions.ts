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
