import type { Readable } from 'node:stream';
import { SimseError } from '../../core/errors.ts';

/** How long the first byte may take: a pipe that was inherited and never closes must not hold up the run. */
export const FIRST_BYTE_MS = 3000;
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Reads stdin to its end. null when nothing came within FIRST_BYTE_MS, unless `patient`. Rejects with
 * SimseError('usage') when it is larger than 10 MB, and with the signal's reason when that aborts.
 */
export function readPipedInput(
  stdin: Readable,
  { patient, signal }: { patient: boolean; signal: AbortSignal },
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = patient ? undefined : setTimeout(() => finish(() => resolve(null)), FIRST_BYTE_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stdin.off('data', onData).off('end', onEnd).off('error', onEnd).pause();
      settle();
    };
    const onData = (chunk: Buffer | string) => {
      clearTimeout(timer);
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      chunks.push(bytes);
      size += bytes.length;
      if (size > MAX_BYTES) finish(() => reject(tooLarge()));
    };
    // A stdin that cannot be read (closed, a directory) is an empty one.
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks).toString('utf8')));
    const onAbort = () => finish(() => reject(signal.reason as Error));
    signal.addEventListener('abort', onAbort, { once: true });
    if (stdin.readableEnded || stdin.destroyed) onEnd();
    else stdin.on('data', onData).once('end', onEnd).once('error', onEnd);
  });
}

function tooLarge(): SimseError {
  return new SimseError('usage', 'The text on stdin is larger than 10 MB.', {
    hint: 'Put it in a file and name the file in the prompt.',
  });
}
