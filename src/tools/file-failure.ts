import { codeOf, messageOf, SimseError } from '../core/errors.ts';

const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no ${path}`,
  ENOTDIR: (path) => `${path} is not a folder`,
  EISDIR: (path) => `${path} is a folder`,
  EACCES: (path) => `${path} cannot be read or changed by this user`,
  EPERM: (path) => `${path} cannot be read or changed by this user`,
  EROFS: (path) => `${path} is on a read-only disk`,
  ENOSPC: () => 'the disk is full',
  ELOOP: (path) => `${path} is a symlink loop`,
};

/** Throws what went wrong with a file in words, where `node:fs` gives a code. `path` is as it should be shown. */
export function rethrowFileFailure(error: unknown, path: string): never {
  if (error instanceof SimseError || (error instanceof Error && error.name === 'AbortError')) throw error;
  throw new SimseError('tool_failed', REASONS[codeOf(error)]?.(path) ?? messageOf(error), { cause: error });
}
