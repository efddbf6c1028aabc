import type { BackendConfig } from '../config/backend-config.ts';
import type { Startable } from '../config/expand-entry.ts';
import { createElicitationHandler } from '../core/elicitation/elicitation-handler.ts';
import { SimseError } from '../core/errors.ts';
import type { BackendExit } from '../core/ports/backend.ts';
import type { RpcPeer } from '../core/rpc/rpc-peer.ts';
import { createMessageRouter, type MessageRouter } from './message-router.ts';
import type { BackendClient } from './sessions/agent-context.ts';
import { createSessionDirectory, type SessionDirectory } from './sessions/session-directory.ts';
import { type AgentProcess, startAgentProcess } from './wire/agent-process.ts';

/** A running agent: its process, its sessions and the way of its messages. */
export interface AgentLink {
  readonly peer: RpcPeer;
  readonly sessions: SessionDirectory;
  readonly speak: MessageRouter['speak'];
  readonly exited: Promise<BackendExit>;
  /** Ends the process and all that it has started, also through simse. */
  stop(): Promise<void>;
  /** Its last lines that were no messages. */
  lastWords(): string;
}

/**
 * Starts the process and reads its messages. `flush` is called before anything but an update is dealt with. Rejects with a
 * SimseError when there is nothing to start.
 */
export async function linkAgent(
  { name, cwd, ...entry }: Startable<BackendConfig> & { cwd: string },
  env: Readonly<Record<string, string>>,
  { elicit, emit, log }: BackendClient,
  flush: () => void,
): Promise<AgentLink> {
  const { command, args } = entry.start ?? entry;
  const sessions = createSessionDirectory(log);
  const elicitations = createElicitationHandler({ elicit, askedBy: name, log });
  const router = createMessageRouter({
    sessions,
    elicitations,
    log,
    flush,
    send: (line) => child.send(line),
  });
  const child = await startAgentProcess({
    name,
    command,
    args,
    cwd,
    env,
    onMessage: router.receive,
    onNotice: (text) => emit({ type: 'notice', level: 'warn', source: name, text }),
    log,
  }).catch((error: unknown) => {
    throw withConfigHint(error, name);
  });
  return superviseAgent(child, router, sessions, flush);
}

/** When the process ends, whatever still waits for it learns why, and the commands it had simse run end too. */
function superviseAgent(
  child: AgentProcess,
  { peer, speak }: MessageRouter,
  sessions: SessionDirectory,
  flush: () => void,
): AgentLink {
  const endCommands = () => Promise.all(sessions.all().map(({ terminals }) => terminals.releaseAll()));
  const exited = child.exited.then(async ({ error, reason, stderr }) => {
    flush();
    peer.close(error);
    await endCommands();
    return { reason, stderr };
  });
  return {
    peer,
    sessions,
    speak,
    exited,
    lastWords: child.lastWords,
    async stop() {
      await Promise.all([child.stop(), endCommands()]);
      await exited;
    },
  };
}

function withConfigHint(error: unknown, name: string): unknown {
  if (!(error instanceof SimseError) || error.code !== 'not_found') return error;
  const hint = `Install it, or correct the entry ${name} in acp.json.`;
  return new SimseError(error.code, `${name} cannot start: ${error.message}`, { hint, cause: error.cause });
}
