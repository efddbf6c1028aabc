import type { CreateTerminalRequest } from '@agentclientprotocol/sdk';
import { unlessAborted } from '../../core/abort.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { shellArgv } from '../../platform/command-line.ts';
import { runTerminal, type TerminalOptions } from '../../platform/run-terminal.ts';
import type { CommandTerminal } from '../client/session-client.ts';
import { askPermission, type RunningCall, type ToolSummary } from './tool.ts';
import type { AgentWorkspace } from './workspace.ts';

/** How much of the end of the output is kept: mostly all of it, so that its beginning can be answered as well. */
const OUTPUT_BYTE_LIMIT = 1024 * 1024;

export function shellSummary({ cwd }: AgentWorkspace, line: string): ToolSummary {
  return { name: 'shell', kind: 'execute', title: line, locations: [], rawInput: { command: line, cwd } };
}

/**
 * Has the client begin a command, and shows its terminal with the call. For a client without terminals it is begun here, after
 * asking.
 */
export async function openTerminal(
  call: RunningCall,
  line: string,
  extra: Partial<CreateTerminalRequest> = {},
): Promise<CommandTerminal> {
  const { client, workspace, commandEnv } = call.context;
  const [command = '', ...args] = shellArgv(line);
  const request = { command, args, cwd: workspace.cwd, outputByteLimit: OUTPUT_BYTE_LIMIT };
  if (client.capabilities.terminal !== true) {
    await askPermission(call, `run ${line}`);
    return startOwnTerminal({ ...request, env: commandEnv });
  }
  const terminal = await client.createTerminal({ ...request, ...extra }, call.signal);
  await call.show(terminal.content);
  return terminal;
}

/** Runs a command in this process's own care, for a client that has no terminals. Rejects with a SimseError. */
async function startOwnTerminal(options: TerminalOptions): Promise<CommandTerminal> {
  const terminal = await runTerminal(options, () => {}).catch((cause: unknown) => {
    throw cause instanceof SimseError ? cause : new SimseError('tool_failed', messageOf(cause), { cause });
  });
  return {
    content: [],
    output: () => Promise.resolve(terminal.snapshot()),
    waitForExit: (signal) => unlessAborted(terminal.exited, signal),
    // Whoever releases it waits for nothing, and a group that could not be ended is ended with this process.
    release: () => void terminal.kill().catch(() => {}),
  };
}
