import {
  type AgentContext,
  type ClientCapabilities,
  type CreateTerminalRequest,
  methods,
  type ReadTextFileRequest,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SendRequestOptions,
  type SessionUpdate,
  type TerminalExitStatus,
  type TerminalOutputRequest,
  type ToolCallContent,
} from '@agentclientprotocol/sdk';
import { unlessAborted } from '../../core/abort.ts';
import { type ErrorCode, messageOf, SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { INTERNAL_ERROR } from '../../core/rpc/rpc-message.ts';
import type { ReadRange } from '../../tools/read-text.ts';

type InSession<Request> = Omit<Request, 'sessionId'>;

/**
 * The client as one session sees it. Every method rejects with a SimseError in the client's own words, and at once when
 * its signal is aborted.
 */
export interface SessionClient {
  readonly capabilities: ClientCapabilities;
  /** `replayed` is what is shown in its place when the session is loaded again. */
  update(update: SessionUpdate, replayed?: SessionUpdate): Promise<void>;
  /** `path` is absolute here and below. */
  readTextFile(path: string, range: ReadRange | undefined, signal: AbortSignal): Promise<string>;
  writeTextFile(path: string, content: string, signal: AbortSignal): Promise<void>;
  createTerminal(request: InSession<CreateTerminalRequest>, signal: AbortSignal): Promise<CommandTerminal>;
  requestPermission(
    request: InSession<RequestPermissionRequest>,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>;
}

export function createSessionClient(
  sessionId: string,
  client: AgentContext,
  capabilities: ClientCapabilities,
): SessionClient {
  const { fs, session } = methods.client;
  return {
    capabilities,
    async update(update) {
      await client.notify(session.update, { sessionId, update }).catch(rethrowClientFailure);
    },
    async readTextFile(path, range, signal) {
      const request: ReadTextFileRequest = { sessionId, path, ...range };
      const answer = await client
        .request(fs.readTextFile, request, cancellable(signal))
        .catch(rethrowClientFailure);
      return answer.content;
    },
    async writeTextFile(path, content, signal) {
      const request = { sessionId, path, content };
      await client.request(fs.writeTextFile, request, cancellable(signal)).catch(rethrowClientFailure);
    },
    createTerminal: (request, signal) => createClientTerminal(client, { sessionId, ...request }, signal),
    requestPermission: (request, signal) =>
      client
        .request(session.requestPermission, { sessionId, ...request }, cancellable(signal))
        .catch(rethrowClientFailure),
  };
}

function cancellable(signal: AbortSignal): SendRequestOptions {
  return { cancellationSignal: signal, stopWaitingOnCancel: true };
}

/** Where a command runs. */
export interface CommandTerminal {
  /** What shows it live with a tool call; nothing where the client has no terminals. */
  readonly content: ToolCallContent[];
  output(): Promise<{ output: string; truncated: boolean }>;
  waitForExit(signal: AbortSignal): Promise<TerminalExitStatus>;
  /** Ends what still runs in it, which nobody has to wait for. What it wrote stays visible in the tool call. */
  release(): void;
}

/**
 * Has the client run a command. Rejects with a SimseError, in the client's words when it refused. An aborted signal
 * rejects at once, and the command is ended as soon as the client says that it began.
 */
async function createClientTerminal(
  client: AgentContext,
  request: CreateTerminalRequest,
  signal: AbortSignal,
): Promise<CommandTerminal> {
  const { sessionId } = request;
  let cancelled = false;
  const created = client.request(methods.client.terminal.create, request).then(({ terminalId }) => {
    const terminal = terminalOf(client, { sessionId, terminalId });
    if (cancelled) terminal.release();
    return terminal;
  });
  try {
    return await unlessAborted(created, signal);
  } catch (error) {
    cancelled = true;
    rethrowClientFailure(error);
  }
}

function terminalOf(client: AgentContext, ids: TerminalOutputRequest): CommandTerminal {
  const { terminal } = methods.client;
  const options = (signal: AbortSignal) => ({ cancellationSignal: signal, stopWaitingOnCancel: true });
  return {
    content: [{ type: 'terminal', terminalId: ids.terminalId }],
    output: () => client.request(terminal.output, ids).catch(rethrowClientFailure),
    waitForExit: (signal) =>
      client.request(terminal.waitForExit, ids, options(signal)).catch(rethrowClientFailure),
    release() {
      // The client may be gone, or may have released it already: either way nothing runs any more.
      client.request(terminal.release, ids).catch(() => {});
    },
  };
}

/** What simse answers when its gate says no. */
const DENIED = -32003;
const CODES: Readonly<Record<number, ErrorCode>> = {
  [-32800]: 'cancelled',
  [-32002]: 'not_found',
  [DENIED]: 'denied',
};

/** Throws what a request to the client failed with, as an expected failure that keeps the client's own words. */
function rethrowClientFailure(error: unknown): never {
  if (!(error instanceof RequestError)) {
    // The connection is closed, or the turn was cancelled while the request was open.
    throw new SimseError('cancelled', messageOf(error), { cause: error });
  }
  throw new SimseError(CODES[error.code] ?? 'tool_failed', wordsOf(error), { cause: error });
}

/** Many clients put the reason into the error's data and leave a phrase such as "Internal error" as its message. */
function wordsOf({ code, message, data }: RequestError): string {
  const detail = detailOf(data);
  if (detail === null || message.includes(detail)) return message;
  return code === INTERNAL_ERROR ? detail : `${message}: ${detail}`;
}

function detailOf(data: unknown): string | null {
  if (typeof data === 'string') return data === '' ? null : data;
  if (!isRecord(data)) return null;
  const words = [data['details'], data['reason'], data['message']].find((value) => typeof value === 'string');
  return typeof words === 'string' && words !== '' ? words : null;
}
