/** A recorded session of this directory that the user can go on with. */
export interface EarlierSessionInfo {
  id: string;
  title: string;
  backend: string;
  /** Epoch milliseconds. */
  updatedAt: number;
  turns: number;
  /** Another simse has it open. */
  isOpen: boolean;
}

export interface EarlierSessions {
  /** Newest first, without the session itself. Rejects with a SimseError. */
  list(): Promise<readonly EarlierSessionInfo[]>;
}
