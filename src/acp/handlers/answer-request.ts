import type { ElicitationHandler } from '../../core/elicitation/elicitation-handler.ts';
import { recordOf } from '../../core/json.ts';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import type { AcpSession } from '../sessions/acp-session.ts';
import type { SessionDirectory } from '../sessions/session-directory.ts';
import { type VendorRequest, vendorRequest } from '../vendors/vendor-requests.ts';
import type { RequestHandler } from './handler.ts';
import { requestPermission } from './permission.ts';
import {
  createTerminal,
  killTerminal,
  releaseTerminal,
  terminalOutput,
  waitForTerminalExit,
} from './terminal.ts';
import { handleRead, handleWrite } from './text-files.ts';

/** An update that came as a request, which some agents wait to have answered. */
const takeUpdateRequest: RequestHandler = async (session, params) => {
  session.receive(recordOf(params['update']));
  return {};
};

const HANDLERS: Readonly<Record<string, RequestHandler>> = {
  'session/request_permission': requestPermission,
  'session/update': takeUpdateRequest,
  'fs/read_text_file': handleRead,
  'fs/write_text_file': handleWrite,
  'terminal/create': createTerminal,
  'terminal/output': terminalOutput,
  'terminal/wait_for_exit': waitForTerminalExit,
  'terminal/kill': killTerminal,
  'terminal/release': releaseTerminal,
};

interface IncomingRequest {
  method: string;
  params: RpcParams;
  /** Aborted when the agent cancels the request, and when the connection closes. */
  signal: AbortSignal;
}

/** What of simse answers the requests of one agent. */
export interface Answerers {
  sessions: SessionDirectory;
  elicitations: ElicitationHandler;
  log(line: string): void;
}

/** Answers a request of an agent. While it is at it, the agent's silence is ours. */
export async function answerRequest(request: IncomingRequest, answerers: Answerers): Promise<RpcParams> {
  const { method, params } = request;
  const vendor = vendorRequest(method);
  if (vendor !== undefined) return answerVendor(vendor, request, answerers);
  if (method === 'elicitation/create') return answerElicitation(request, answerers);
  const handler = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  if (handler === undefined) {
    answerers.log(`unknown request: ${method}`);
    throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`, { method });
  }
  const session = answerers.sessions.find(params['sessionId']);
  return whileHeld([session], () => handler(session, params, withTurn(session, request.signal)));
}

/** A vendor's own request is one of ACP in other words. */
async function answerVendor(
  { toAcp, toReply }: VendorRequest,
  { params, signal }: IncomingRequest,
  answerers: Answerers,
): Promise<RpcParams> {
  const asked = toAcp(params);
  const session = answerers.sessions.find(params['sessionId']);
  const known = { ...asked.params, sessionId: session.id };
  return toReply(await answerRequest({ method: asked.method, params: known, signal }, answerers), params);
}

/** One without a session is about a request of ours, such as a login: no turn ends it. */
function answerElicitation({ params, signal }: IncomingRequest, answerers: Answerers): Promise<RpcParams> {
  const { sessions, elicitations } = answerers;
  if (params['sessionId'] === undefined) {
    return whileHeld(sessions.all(), () => elicitations.answer(params, signal));
  }
  const session = sessions.find(params['sessionId']);
  return whileHeld([session], () => elicitations.answer(params, withTurn(session, signal)));
}

function withTurn({ turn }: AcpSession, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, turn.cancelled.signal]);
}

async function whileHeld<T>(sessions: readonly AcpSession[], run: () => Promise<T>): Promise<T> {
  const releases = sessions.map(({ activity }) => activity.hold());
  try {
    return await run();
  } finally {
    for (const release of releases) release();
  }
}
