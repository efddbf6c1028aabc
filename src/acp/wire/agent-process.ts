import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import type { BackendExit } from '../../core/ports/backend.ts';
import { createJsonLineDecoder, type JsonLine } from '../../platform/json-lines.ts';
import type { ProcessOptions } from '../../platform/spawn-program.ts';
import { type ManagedProcess, startProcess } from '../../platform/start-process.ts';

const NOISE_LINES_KEPT = 5;
const STACK_LINE = /^\s+at \S|^Node\.js v[\d.]+$/;
const EXCERPT_CHARS = 500;

export interface AgentProcessOptions extends ProcessOptions {
  /** How the user calls this agent. */
  name: string;
  /** Called with each JSON object, in order. */
  onMessage(message: Record<string, unknown>): void;
  onNotice(text: string): void;
  log(line: string): void;
}

export interface AgentProcess {
  /** Writes one line; resolves when there is room for the next, or when nobody reads any more. */
  send(line: string): Promise<void>;
  /** Resolves when the process has gone and all that it wrote has been read. */
  readonly exited: Promise<BackendExit & { error: SimseError }>;
  stop(): Promise<void>;
  /** Its last lines that were no messages, for saying why it does not answer. */
  lastWords(): string;
}

/** Starts an agent and reads its messages; what is no message is logged and kept for explanations. */
export async function startAgentProcess(options: AgentProcessOptions): Promise<AgentProcess> {
  const { name, log } = options;
  const child = await startProcess(options);
  const noise: string[] = [];

  const onLine = (line: JsonLine): void => {
    if (line.kind === 'object') return options.onMessage(line.value);
    if (line.kind === 'array') return takeBatch(line.values);
    if (line.kind === 'oversized') {
      options.onNotice(`${name} sent a line of ${Math.round(line.bytes / 1e6)} MB; it was skipped`);
      return log(`oversized line: ${line.excerpt}`);
    }
    noise.push(line.text.slice(0, EXCERPT_CHARS));
    if (noise.length > NOISE_LINES_KEPT) noise.shift();
    log(
      `${line.kind === 'noise' ? 'not a message' : 'an incomplete line'}: ${line.text.slice(0, EXCERPT_CHARS)}`,
    );
  };
  const takeBatch = (values: readonly unknown[]): void => {
    const messages = values.filter(isRecord);
    const isWhole = messages.length === values.length && values.length > 0;
    if (!isWhole)
      log(`a batch with what is not a message: ${JSON.stringify(values).slice(0, EXCERPT_CHARS)}`);
    messages.forEach(options.onMessage);
  };
  const lastWords = (): string =>
    [...noise, child.stderrTail().trim()].filter((text) => text !== '').join('\n');

  readLines(child, onLine, log);
  const exited = child.exited.then(({ reason }) => ({
    reason,
    stderr: child.stderrTail(),
    error: exitError(name, reason, lastWords()),
  }));

  return {
    send: (line) => writeLine(child, line),
    exited,
    lastWords,
    async stop() {
      await child.stop();
    },
  };
}

function readLines(
  child: ManagedProcess,
  onLine: (line: JsonLine) => void,
  log: (line: string) => void,
): void {
  const decoder = createJsonLineDecoder(onLine);
  child.stdout.on('data', (chunk: Buffer) => decoder.push(chunk));
  child.stdout.once('end', () => {
    decoder.end();
    // Whoever can say nothing any more is of no use, even if the process lives on.
    void child.stop();
  });
  child.stdout.once('error', (error) => log(`stdout: ${error.message}`));
}

/** A write that fails says only that the agent no longer reads; why is told by its exit. */
function writeLine(child: ManagedProcess, line: string): Promise<void> {
  return new Promise((resolve) => {
    child.stdin.write(`${line}\n`, () => resolve());
  });
}

function exitError(name: string, reason: string, lastWords: string): SimseError {
  const hint = lastLines(lastWords);
  return new SimseError(
    'backend_failed',
    `${name} ${reason}`,
    hint === '' ? {} : { hint: `Last output: ${hint}` },
  );
}

/** Without the frames of a stack and Node's signature under it, which push what went wrong out of the last lines. */
function lastLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !STACK_LINE.test(line));
  return lines.slice(-NOISE_LINES_KEPT).join('\n');
}
