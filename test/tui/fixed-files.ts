import type { FileMatch, WorkspaceFiles } from '../../src/core/ports/workspace-files.ts';
import { fitPath, normaliseQuery } from '../../src/core/text/fuzzy-path.ts';

/** The files of a workspace that never changes. */
export class FixedFiles implements WorkspaceFiles {
  readonly #paths: readonly string[];

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  warmUp(): void {}

  search(query: string, limit: number): Promise<readonly FileMatch[]> {
    const found = this.#paths.flatMap((path) => {
      const fit = fitPath(normaliseQuery(query), path);
      return fit === null ? [] : [{ path, ...fit }];
    });
    return Promise.resolve(found.sort((one, other) => other.score - one.score).slice(0, limit));
  }

  completePath(typed: string): Promise<readonly string[]> {
    return Promise.resolve(this.#paths.filter((path) => path.startsWith(typed)));
  }

  isReading(): boolean {
    return false;
  }

  onChange(): () => void {
    return () => {};
  }
}
