import {
  type AgentContext,
  type ClientCapabilities,
  type CreateTerminalRequest,
  methods,
  type ReadTextFileRequest,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SendRequestOptions,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { LineRange } from '../../tools/read-text.ts';
import { rethrowClientFailure } from './client-failure.ts';
import { type CommandTerminal, createClientTerminal } from './client-terminal.ts';

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
  readTextFile(path: string, range: LineRange | undefined, signal: AbortSignal): Promise<string>;
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
