import { readProcessTable } from './process-table.ts';

/**
 * When a running process started, in the system's own words, so that a later process with the same pid is not taken for
 * it; null when there is no such process. Windows does not say: there the answer is the same for every process.
 */
export function processStartedAt(pid: number): string | null {
  if (process.platform === 'win32') return exists(pid) ? 'running' : null;
  return readProcessTable().find((entry) => entry.pid === pid)?.startedAt ?? null;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may be seen but not signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
