import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a running process started, in the system's own words, so that a later process with the same pid is not taken for
 * it; null when there is no such process. Windows does not say: there the answer is the same for every process.
 */
export function processStartedAt(pid: number): string | null {
  try {
    if (process.platform === 'linux') return startInProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'running' : null;
    // The words must not depend on the language and the time zone of whoever asks.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8' }).trim() || null;
  } catch {
    return null; // None of them finds it.
  }
}

/** The 22nd field (proc(5)), counted behind the name, which stands in brackets and may contain anything. */
function startInProcStat(stat: string): string | null {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : (fields[18] ?? null);
}
