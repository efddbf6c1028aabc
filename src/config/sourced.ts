/** Who wrote an entry: the user's own file, a file that came with the project, or one named on the command line. */
type Scope = 'user' | 'project' | 'flag';

export interface Origin {
  scope: Scope;
  /** Absolute path. */
  file: string;
}

/** A config entry with the file it came from. */
export interface Sourced<T> {
  value: T;
  origin: Origin;
}
