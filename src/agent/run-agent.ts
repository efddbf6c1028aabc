import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { onAbort } from '../core/abort.ts';
import { createAgentApp } from './create-agent-app.ts';
import type { ModelSettings } from './model/provider.ts';
import { AgentSessions } from './sessions/agent-sessions.ts';
import type { AgentLibrary } from './tools/library.ts';

export interface RunAgentOptions {
  stdin: Readable;
  /** Gets JSON-RPC messages, one per line, and nothing else. */
  stdout: Writable;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What the user says about models. */
  models: ModelSettings;
  /** Where it keeps what outlives it. */
  dataDir: string;
  /** The memory that the user's agents share; null where there is none. */
  library: AgentLibrary | null;
  /** Ends the agent, as the end of stdin does. */
  signal: AbortSignal;
}

/** The built-in backend: an ACP agent over stdio. Resolves when the connection has ended and nothing of it is left. */
export async function runAgent({ stdin, stdout, signal, ...identity }: RunAgentOptions): Promise<void> {
  const sessions = new AgentSessions(identity);
  const stream = ndJsonStream(Writable.toWeb(stdout), Readable.toWeb(stdin) as ReadableStream<Uint8Array>);
  const connection = createAgentApp(sessions, identity.version).connect(stream);
  const stopListening = onAbort(signal, () => connection.close());
  try {
    await connection.closed;
    await sessions[Symbol.asyncDispose]();
  } finally {
    stopListening();
  }
}
