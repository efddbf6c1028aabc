import { readdirSync, readFileSync } from 'node:fs';
import { execaSync } from 'execa';

/** A process, told apart from a later one with the same pid by when it started (in the system's own words). */
export interface ProcessEntry {
  pid: number;
  parentPid: number;
  startedAt: string;
}

/** Every process that can be seen now. Empty on Windows, where `taskkill /T` knows the tree by itself. */
export function readProcessTable(): ProcessEntry[] {
  if (process.platform === 'linux') return readProcFolders();
  if (process.platform === 'win32') return [];
  const { stdout } = execaSync('ps', ['-axo', 'pid=,ppid=,lstart='], { reject: false });
  return stdout.split('\n').flatMap(parsePsLine);
}

/** The children of a process and all below them, parents before children. */
export function descendantsOf(pid: number, table: readonly ProcessEntry[]): ProcessEntry[] {
  const children = table.filter((entry) => entry.parentPid === pid && entry.pid !== pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, table)]);
}

/**
 * When a running process started, in the system's own words, so that a later process with the same pid is not taken for
 * it; null when there is no such process. Windows does not say: there the answer is the same for every process.
 */
export function processStartedAt(pid: number): string | null {
  try {
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'running' : null;
    if (process.platform === 'linux') {
      const [entry] = parseProcStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1'));
      return entry?.startedAt || null;
    }
    // The words must not depend on the language and the time zone of whoever asks.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return execaSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env }).stdout.trim() || null;
  } catch {
    return null; // None of them finds it.
  }
}

function readProcFolders(): ProcessEntry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return parseProcStat(Number(pid), readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      // It ended while the folder was being read.
      return [];
    }
  });
}

/** The fields after the name, which stands in brackets and may contain anything: state, parent, …, start time (proc(5)). */
function parseProcStat(pid: number, stat: string): ProcessEntry[] {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isZombie = fields[0] === 'Z';
  return isZombie ? [] : [{ pid, parentPid: Number(fields[1]), startedAt: fields[19] ?? '' }];
}

function parsePsLine(line: string): ProcessEntry[] {
  const [, pid, parentPid, startedAt] = /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
  return startedAt === undefined ? [] : [{ pid: Number(pid), parentPid: Number(parentPid), startedAt }];
}
