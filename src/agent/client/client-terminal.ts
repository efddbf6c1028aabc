import {
  type AgentContext,
  type CreateTerminalRequest,
  methods,
  type TerminalExitStatus,
  type TerminalOutputRequest,
  type ToolCallContent,
} from '@agentclientprotocol/sdk';
import { unlessAborted } from '../../core/unless-aborted.ts';
import { rethrowClientFailure } from './client-failure.ts';

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
export async function createClientTerminal(
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
