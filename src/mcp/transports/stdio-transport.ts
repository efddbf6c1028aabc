import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Startable } from '../../config/expand-entry.ts';
import type { StdioServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { childEnvironment } from '../../platform/child-env.ts';
import { createJsonLineDecoder } from '../../platform/json-lines.ts';
import { type ManagedProcess, startProcess } from '../../platform/start-process.ts';
import { deliverLine } from './deliver-messages.ts';
import { lastWords } from './last-words.ts';
import { createLineCutter } from './line-cutter.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';

/** How long a server may live on after it closed its stdout, and its stdout after the server. */
const GRACE_MS = 500;
const STDERR_LINE_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\n');
/** Of a server that somebody ended, what it wrote last says nothing about the reason. */
const ENDED_FROM_OUTSIDE = new Set<string | null>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

/** With the directory it runs in. */
type PlacedServer = Startable<StdioServerConfig> & { cwd: string };

/**
 * A server as a child process, one JSON message per line. Its stderr never reaches the terminal. When it exits or closes
 * its stdout, its whole process group ends, and then the connection closes.
 */
export function createStdioTransport(
  config: PlacedServer,
  processEnv: Readonly<Record<string, string>>,
  notes: TransportNotes,
): ServerTransport {
  let child: ManagedProcess | undefined;
  let reason = 'is not running';

  const transport: ServerTransport = {
    get pid() {
      return child?.pid;
    },
    closeReason: () => reason,
    async start() {
      child = await startProcess(processOptions(config, processEnv));
      readStderr(child, notes);
      void serve(child, notes, (message) => transport.onmessage?.(message)).then((ending) => {
        reason = ending;
        transport.onclose?.();
      });
    },
    async send(message) {
      if (child === undefined) throw new SimseError('mcp_failed', reason);
      await write(child, message);
    },
    async close() {
      await child?.stop();
    },
  };
  return transport;
}

function processOptions(config: PlacedServer, processEnv: Readonly<Record<string, string>>) {
  const required = config.requiredEnv.flatMap((name) => {
    const value = processEnv[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { command, args } = config.start ?? config;
  return {
    command,
    args,
    cwd: config.cwd,
    env: childEnvironment(processEnv, { ...Object.fromEntries(required), ...config.env }),
  };
}

/** Delivers messages until the server is gone for good, with all its children. Resolves with how that came, one line. */
async function serve(
  child: ManagedProcess,
  notes: TransportNotes,
  onMessage: (message: JSONRPCMessage) => void,
): Promise<string> {
  const reading = read(child, notes, onMessage);
  await Promise.race([reading, child.exited]);
  const exited = await withinGrace(child.exited);
  const exit = await child.stop();
  const fault = await withinGrace(reading);
  const ending = exited === null && fault !== null ? fault : exit.reason;
  const words = ENDED_FROM_OUTSIDE.has(exit.signal) ? '' : lastWords(child.stderrTail());
  return words === '' ? ending : `${ending}: ${words}`;
}

/** Tells every line of stderr as it comes; of one that is too long only that it was there. */
function readStderr({ stderr }: ManagedProcess, { onStderr }: TransportNotes): void {
  if (onStderr === undefined) return;
  const cut = createLineCutter(STDERR_LINE_BYTES);
  const tell = (chunk: Uint8Array): void => {
    for (const { text } of cut(chunk)) if (text.trim() !== '') onStderr(text);
  };
  stderr.on('data', tell);
  stderr.on('end', () => tell(LINE_END));
}

/** Resolves with how stdout ended. By events, since to iterate over a stream costs every call some turns more. */
function read(
  { stdout }: ManagedProcess,
  notes: TransportNotes,
  onMessage: (message: JSONRPCMessage) => void,
): Promise<string> {
  const decoder = createJsonLineDecoder((line) => deliverLine(line, notes, onMessage), {
    limitBytes: MESSAGE_LIMIT_BYTES,
  });
  return new Promise((resolve) => {
    stdout.on('data', (chunk: Uint8Array) => decoder.push(chunk));
    stdout.once('end', () => decoder.end());
    stdout.once('error', (error) => resolve(`cannot be read: ${messageOf(error)}`));
    stdout.once('close', () => resolve('closed its stdout'));
  });
}

/** Never rejects: a server that is gone takes nothing more, and whoever waits for its answer learns of it by `onclose`. */
function write({ stdin }: ManagedProcess, message: JSONRPCMessage): Promise<void> {
  return new Promise((resolve) => {
    stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

function withinGrace<T>(promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, delay(GRACE_MS, null, { ref: false })]);
}
