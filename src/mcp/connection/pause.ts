/** Keeps deadlines from passing while a person has to deal with something first. */
export interface Pause {
  readonly isPaused: boolean;
  /** Returns what ends it. */
  begin(): () => void;
}

/** Any number may pause at a time; it is over when the last one has ended. */
export function createPause(): Pause {
  const open = new Set<object>();
  return {
    get isPaused() {
      return open.size > 0;
    },
    begin() {
      const token = {};
      open.add(token);
      return () => open.delete(token);
    },
  };
}
