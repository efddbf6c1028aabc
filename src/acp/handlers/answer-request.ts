import type { AgentSession } from '../agent-session.ts';
import type { IncomingRequest } from '../peer.ts';
import { METHOD_NOT_FOUND, RpcError } from '../rpc-error.ts';
import type { RpcParams } from '../rpc-message.ts';
import type { Handler } from './handler.ts';
import { requestPermission } from './permission.ts';
import { readTextFile } from './read-text-file.ts';
import {
  createTerminal,
  killTerminal,
  releaseTerminal,
  terminalOutput,
  waitForTerminalExit,
} from './terminal.ts';
import { writeTextFile } from './write-text-file.ts';

const HANDLERS: Readonly<Record<string, Handler>> = {
  'session/request_permission': requestPermission,
  'fs/read_text_file': readTextFile,
  'fs/write_text_file': writeTextFile,
  'terminal/create': createTerminal,
  'terminal/output': terminalOutput,
  'terminal/wait_for_exit': waitForTerminalExit,
  'terminal/kill': killTerminal,
  'terminal/release': releaseTerminal,
};

/** Answers a request of an agent. While it is at it, the agent's silence is ours. */
export async function answerRequest(
  { method, params, signal }: IncomingRequest,
  findSession: (sessionId: unknown) => AgentSession,
): Promise<RpcParams> {
  const handler = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  if (handler === undefined) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`, { method });
  const session = findSession(params['sessionId']);
  const release = session.activity.hold();
  try {
    return await handler(session, params, AbortSignal.any([signal, session.turn.cancelled.signal]));
  } finally {
    release();
  }
}
