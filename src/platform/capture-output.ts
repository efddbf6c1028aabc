import type { Readable } from 'node:stream';
import { SimseError } from '../core/errors.ts';
import { unlessAborted } from '../core/unless-aborted.ts';
import type { ProcessOptions } from './spawn-program.ts';
import { startProcess } from './start-process.ts';
import type { ProcessExit } from './watch-exit.ts';

interface CaptureLimits {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

interface CapturedOutput<Stdout> {
  stdout: Stdout;
  /** The last of what it wrote to stderr. */
  stderr: string;
  exit: ProcessExit;
}

/**
 * Runs a program to its end, without input. Rejects as `startProcess`, with `timeout` or `limit` when it takes or writes
 * too much, or with the signal's reason; nothing is left of it then.
 */
export async function captureOutput(
  options: ProcessOptions,
  limits: CaptureLimits,
): Promise<CapturedOutput<string>> {
  const captured = await captureBytes(options, limits);
  return { ...captured, stdout: captured.stdout.toString('utf8') };
}

/** As captureOutput, for programs that write no text. */
export async function captureBytes(
  options: ProcessOptions,
  { timeoutMs, maxBytes, signal }: CaptureLimits,
): Promise<CapturedOutput<Buffer>> {
  signal.throwIfAborted();
  const child = await startProcess(options);
  child.stdin.end();
  const deadline = new AbortController();
  const expire = (): void => deadline.abort(new SimseError('timeout', `took over ${timeoutMs} ms`));
  const timer = setTimeout(expire, timeoutMs);
  try {
    const run = Promise.all([readUpTo(child.stdout, maxBytes), child.exited]);
    const [stdout, exit] = await unlessAborted(run, AbortSignal.any([signal, deadline.signal]));
    return { stdout, stderr: child.stderrTail(), exit };
  } finally {
    clearTimeout(timer);
    await child.stop();
  }
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new SimseError('limit', `wrote over ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}
