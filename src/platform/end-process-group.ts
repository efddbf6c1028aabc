import { setTimeout as delay } from 'node:timers/promises';
import { forgetProcessGroup, isProcessGroupAlive, isTracked, signalProcessGroup } from './process-group.ts';

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
