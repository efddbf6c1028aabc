import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { isInside } from '../../core/gate/workspace-path.ts';
import { resolvePath } from '../../platform/resolve-path.ts';

/** The folders that a session works in. */
export interface Workspace {
  /** Resolved absolute paths, the first that of the session; the list itself grows. */
  readonly roots: readonly string[];
  /** Adds a folder and returns its real path. Throws SimseError('usage') when there is none, or it is in there already. */
  add(path: string): string;
  /** Calls it after a folder was added. */
  onChange(listener: () => void): void;
}

interface Place {
  cwd: string;
  /** What `~` stands for. */
  home: string;
}

export function createWorkspace(initial: readonly string[], { cwd, home }: Place): Workspace {
  const roots = [...initial];
  const listeners: (() => void)[] = [];
  return {
    roots,
    add(path) {
      const { given, real } = resolvePath(
        path.replace(/^~(?=$|[/\\])/, () => join(home)),
        cwd,
      );
      if (statSync(real, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new SimseError('usage', `${given} is not a directory.`);
      if (isInside(roots, real)) throw new SimseError('usage', `${real} is already in the workspace.`);
      roots.push(real);
      for (const listener of listeners) listener();
      return real;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
