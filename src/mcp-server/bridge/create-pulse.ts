import type { Progress, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { ToolProgress } from '../../core/tool-call.ts';

/** Enough to have grown, as the protocol wants it, and too little to be seen. */
const SMALL_STEP = 1e-6;

export interface Pulse {
  report(progress: ToolProgress): void;
  stop(): void;
}

interface Requester {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

/**
 * Tells an agent that asked for progress how far its call is, and when nothing was heard for a while that it still runs: it
 * may wait for the user for long, and many agents give up on what is silent.
 */
export function createPulse({ _meta, sendNotification }: Requester, pulseMs: number): Pulse {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { report() {}, stop() {} };
  let last: Progress = { progress: 0 };

  const report = (progress: Progress): void => {
    last = progress;
    timer.refresh();
    const params = { progressToken, ...progress };
    // An agent that has gone needs no progress.
    sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
  const timer = setInterval(
    () => report({ ...last, progress: last.progress + smallStep(last) }),
    pulseMs,
  ).unref();
  return { report, stop: () => clearInterval(timer) };
}

function smallStep({ progress }: Progress): number {
  return SMALL_STEP * Math.max(1, Math.abs(progress));
}
