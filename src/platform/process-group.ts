import { setTimeout as delay } from 'node:timers/promises';
import { execaSync } from 'execa';
import { codeOf } from '../core/errors.ts';
import { descendantsOf, type ProcessEntry, readProcessTable } from './process-table.ts';

const IS_WINDOWS = process.platform === 'win32';

/**
 * Groups that may still have members, by the pid of their leader, with what was seen below it when its end began: agents put
 * the commands they run into groups of their own, and nothing leads to those once their parent is gone.
 */
const liveGroups = new Map<number, readonly ProcessEntry[]>();
let exitHookInstalled = false;

/** Remembers a group until `forgetProcessGroup`, so that it is killed when simse itself ends in whatever way. */
export function trackProcessGroup(leaderPid: number): void {
  liveGroups.set(leaderPid, []);
  if (exitHookInstalled) return;
  exitHookInstalled = true;
  process.once('exit', killAllProcessGroups);
}

/** The group is known to be empty. What was seen below its leader, and still exists, is killed. */
export function forgetProcessGroup(leaderPid: number): void {
  const seen = liveGroups.get(leaderPid) ?? [];
  liveGroups.delete(leaderPid);
  killLeftovers(seen);
}

/** Whether it has not been forgotten. Of one that was, the pid may be somebody else's by now. */
function isTracked(leaderPid: number): boolean {
  return liveGroups.has(leaderPid);
}

/** Looks at what a leader has started, in whatever group it is now: its end is about to begin. */
export function lookBelow(leaderPid: number): void {
  const seen = liveGroups.get(leaderPid);
  if (seen !== undefined) liveGroups.set(leaderPid, [...seen, ...processesUnder(leaderPid)]);
}

/** Whether any process of the group still exists. On Windows only the leader can be looked for. */
export function isProcessGroupAlive(leaderPid: number): boolean {
  return send(IS_WINDOWS ? leaderPid : -leaderPid, 0);
}

/** Signals every process of a group. Windows has no signals: there SIGTERM does nothing and SIGKILL ends the tree. */
function signalProcessGroup(leaderPid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!IS_WINDOWS) {
    send(-leaderPid, signal);
  } else if (signal === 'SIGKILL') {
    execaSync('taskkill', ['/PID', String(leaderPid), '/T', '/F'], { reject: false, windowsHide: true });
  }
}

/** What a leader has started, in whatever group it is now. To be taken while the leader still lives. */
function processesUnder(leaderPid: number): ProcessEntry[] {
  return descendantsOf(leaderPid, readProcessTable());
}

/** Kills those of the processes that still exist. */
function killLeftovers(processes: readonly ProcessEntry[]): void {
  if (processes.length === 0) return;
  const started = new Map(readProcessTable().map((entry) => [entry.pid, entry.startedAt]));
  for (const { pid, startedAt } of processes) if (started.get(pid) === startedAt) send(pid, 'SIGKILL');
}

/** Kills, synchronously and without grace, every group that is still tracked. For the end of simse itself. */
export function killAllProcessGroups(): void {
  if (liveGroups.size === 0) return;
  const table = readProcessTable();
  const isThere = new Map(table.map(({ pid, startedAt }) => [pid, startedAt]));
  for (const [leaderPid, seen] of liveGroups) {
    signalProcessGroup(leaderPid, 'SIGKILL');
    // One that shares simse's own group, as an editor does, has none of its own.
    send(leaderPid, 'SIGKILL');
    for (const { pid } of descendantsOf(leaderPid, table)) send(pid, 'SIGKILL');
    for (const { pid, startedAt } of seen) if (isThere.get(pid) === startedAt) send(pid, 'SIGKILL');
  }
  liveGroups.clear();
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // ESRCH: gone already. EPERM: it exists, but belongs to somebody else by now.
    return codeOf(error) === 'EPERM';
  }
}

/** How long a group may take to end after SIGTERM. */
const KILL_GRACE_MS = 2000;
/** How long to wait after SIGKILL, which nothing survives: what is still there then is a zombie that nobody reaps. */
const REAP_GRACE_MS = 200;
const POLL_MS = 20;

/**
 * SIGTERM to every process of the group, SIGKILL to those that are left after the grace time, and to what was seen below its
 * leader. Resolves when none is.
 */
export async function endProcessGroup(leaderPid: number): Promise<void> {
  if (!isTracked(leaderPid)) return;
  signalProcessGroup(leaderPid, 'SIGTERM');
  await waitUntilGone(leaderPid, KILL_GRACE_MS);
  if (isProcessGroupAlive(leaderPid)) {
    signalProcessGroup(leaderPid, 'SIGKILL');
    await waitUntilGone(leaderPid, REAP_GRACE_MS);
  }
  forgetProcessGroup(leaderPid);
}

/** Polls, since only the leader's end is an event. */
async function waitUntilGone(leaderPid: number, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (isProcessGroupAlive(leaderPid) && Date.now() < deadline) {
    await delay(POLL_MS);
  }
}
