/** A backend that a session can go on with. */
export interface BackendChoice {
  name: string;
  /** What starts it, one line. */
  command: string;
  /** Where it comes from: a file of the user or the project, the command line, or simse itself. */
  source: string;
  /** Why it cannot be started, where that is known beforehand: its program is not on this machine, it is not trusted. */
  problem?: string;
}

export interface SessionBackends {
  /** In the order of acp.json, the built-in one last. */
  list(): Promise<readonly BackendChoice[]>;
}
