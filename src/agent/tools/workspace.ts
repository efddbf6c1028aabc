import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { displayPath, isInside } from '../../core/gate/workspace-path.ts';
import { resolvePath } from '../../platform/resolve-path.ts';

/** The folders a session works in, and how its paths are understood and shown. */
export interface AgentWorkspace {
  readonly cwd: string;
  /** A path as it was typed, relative to the cwd. */
  resolve(path: string): ResolvedPath;
  contains(path: ResolvedPath): boolean;
  /** An absolute path as people want to read it. */
  display(path: string): string;
}

/** `cwd` and `additionalDirectories` are absolute. Symlinks are resolved, so that a link leads nowhere unseen. */
export function createAgentWorkspace(
  cwd: string,
  additionalDirectories: readonly string[] = [],
): AgentWorkspace {
  const folders = [cwd, ...additionalDirectories].map((folder) => resolvePath(folder, cwd));
  const roots = folders.map(({ real }) => real);
  return {
    cwd,
    resolve: (path) => resolvePath(path, cwd),
    contains: ({ real }) => isInside(roots, real),
    display: (path) => displayPath([cwd, ...roots.slice(0, 1)], path),
  };
}
