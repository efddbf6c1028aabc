import { limitRate } from '../../core/limit-rate.ts';
import type { McpCall } from '../mcp-client/mcp-tool.ts';
import { type RunningCall, textContent } from './tool-invocation.ts';

const INTERVAL_MS = 250;

type Progress = Parameters<McpCall['onProgress']>[0];

export interface ProgressShow {
  report(progress: Progress): void;
  /** Takes it away again. */
  end(): Promise<void>;
}

/** Shows with a tool call how far the server says it is: ACP has no other place for it. */
export function showProgress({ show }: RunningCall): ProgressShow {
  let newest: Progress | null = null;
  // A client that has gone misses nothing.
  const limit = limitRate(() => {
    if (newest !== null) show([textContent(describeProgress(newest))]).catch(() => {});
  }, INTERVAL_MS);
  return {
    report(progress) {
      newest = progress;
      limit.request();
    },
    async end() {
      limit.cancel();
      if (newest !== null) await show([]);
    },
  };
}

function describeProgress({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? amount : `${amount}: ${message}`;
}
