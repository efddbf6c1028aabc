import { readdir, readFile } from 'node:fs/promises';

export interface LiveProcess {
  pid: number;
  /** Its command line, words separated by blanks. */
  command: string;
}

/** Whether this system shows the environment of processes; elsewhere `liveProcesses` finds none. */
export const canSeeProcesses = process.platform === 'linux';

/**
 * Every running process with this text in its environment, zombies left out. A sandbox's folder is such a text, since
 * every child of a simse in it has at least HOME from there:
 *
 *     await expect.poll(() => liveProcesses(sandbox.root)).toEqual([]);
 */
export async function liveProcesses(marker: string): Promise<LiveProcess[]> {
  if (!canSeeProcesses) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => findMarked(pid, marker)));
  return found.filter((live) => live !== null);
}

async function findMarked(pid: number, marker: string): Promise<LiveProcess | null> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    if (!environment.includes(marker)) return null;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').join(' ').trim();
    return { pid, command };
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return null;
  }
}
