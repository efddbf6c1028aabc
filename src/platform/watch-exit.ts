import type { ChildProcess } from 'node:child_process';

/** How long after the exit its streams may stay open: a grandchild can hold them for ever. */
const STREAMS_GRACE_MS = 500;

export interface ProcessExit {
  exitCode: number | null;
  signal: string | null;
  /** For people: "exited with code 3", "was ended by SIGKILL". */
  reason: string;
}

type Watched = Pick<ChildProcess, 'once'>;

/** Resolves when a child has exited and closed its streams, or STREAMS_GRACE_MS after its exit. Never rejects. */
export function watchExit(child: Watched): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode: number | null, signal: NodeJS.Signals | null) => {
      const exit = { exitCode, signal, reason: describeExit(exitCode, signal) };
      const timer = setTimeout(resolve, STREAMS_GRACE_MS, exit);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(exit);
      });
    });
  });
}

function describeExit(exitCode: number | null, signal: string | null): string {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
}
