import {
  CallToolRequestSchema,
  type Progress,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolProgress } from '../../core/tool-call.ts';
import { toWireFailure, toWireResult } from '../translate/to-wire-result.ts';
import { clientContext } from './client-context.ts';
import type { Connection } from './offering.ts';

/** Enough to have grown, as the protocol wants it, and too little to be seen. */
const SMALL_STEP = 1e-6;

/** Answers `tools/call`. What is wrong with a call is a result that the calling model can read and mend. */
export function serveTools(connection: Connection): void {
  const { server, offering } = connection;
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const progress = createProgressReport(extra, offering.heartbeatMs);
    const context = { ...clientContext(connection, extra), onProgress: progress.report };
    const args = (params.arguments ?? {}) as JsonObject;
    try {
      return toWireResult(await offering.callTool(params.name, args, context, extra._meta));
    } catch (error) {
      if (error instanceof SimseError) return toWireFailure(error);
      throw error;
    } finally {
      progress.stop();
    }
  });
}

interface ProgressReport {
  report(progress: ToolProgress): void;
  stop(): void;
}

interface Requester {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
}

/**
 * Tells a client that asked for progress how far its call is. With a heartbeat it is told after so many milliseconds of
 * silence that the call still runs: it may wait for the user for long, and many agents give up on what is silent.
 */
export function createProgressReport(
  { _meta, sendNotification }: Requester,
  heartbeatMs: number | undefined,
): ProgressReport {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { report() {}, stop() {} };
  let last: Progress = { progress: 0 };

  const report = (progress: Progress): void => {
    last = progress;
    timer?.refresh();
    const params = { progressToken, ...progress };
    // A client that has gone needs no progress.
    sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
  const beat = (): void => report({ ...last, progress: last.progress + smallStep(last) });
  const timer = heartbeatMs === undefined ? undefined : setInterval(beat, heartbeatMs).unref();
  return { report, stop: () => clearInterval(timer) };
}

function smallStep({ progress }: Progress): number {
  return SMALL_STEP * Math.max(1, Math.abs(progress));
}
