import type { CreateTerminalRequest, TerminalExitStatus } from '@agentclientprotocol/sdk';
import { cleanText } from '../../core/text/clean-text.ts';
import { shellArgv } from '../../platform/command-line.ts';
import type { CommandTerminal } from '../client/client-terminal.ts';
import { startOwnTerminal } from '../client/own-terminal.ts';
import { watchCommand } from '../files/watch-command.ts';
import { fitAnswer } from '../loop/fit-answer.ts';
import type { Workspace } from '../workspace.ts';
import { askPermission } from './ask-permission.ts';
import {
  type RunningCall,
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolOutcome,
  type ToolSummary,
} from './tool-invocation.ts';

/** How much of the end of the output is kept: mostly all of it, so that its beginning can be answered as well. */
const OUTPUT_BYTE_LIMIT = 1024 * 1024;

export interface RunShellInput {
  line: string;
  /** When the command is ended if it has not by itself; never without it. */
  timeoutMs?: number;
}

/** Runs a command line in a terminal of the client's, to its end. */
export function runShell(context: ToolContext, input: RunShellInput): ToolInvocation {
  return {
    ...shellSummary(context.workspace, input.line),
    run: (call) => watchCommand(context.changes, () => runToEnd(context, call, input)),
  };
}

async function runToEnd(
  context: ToolContext,
  call: RunningCall,
  { line, timeoutMs }: RunShellInput,
): Promise<ToolOutcome> {
  const terminal = await openTerminal(context, call, line);
  try {
    const exit = await waitForExit(terminal, call.signal, timeoutMs);
    return outcomeOf(terminal, exit ?? endedLate(timeoutMs), await terminal.output());
  } finally {
    terminal.release();
  }
}

export function shellSummary({ cwd }: Workspace, line: string): ToolSummary {
  return { name: 'shell', kind: 'execute', title: line, locations: [], rawInput: { command: line, cwd } };
}

/**
 * Has the client begin a command, and shows its terminal with the call. For a client without terminals it is begun here, after
 * asking.
 */
export async function openTerminal(
  context: ToolContext,
  call: RunningCall,
  line: string,
  extra: Partial<CreateTerminalRequest> = {},
): Promise<CommandTerminal> {
  const { client, workspace, commandEnv } = context;
  const [command = '', ...args] = shellArgv(line);
  const request = { command, args, cwd: workspace.cwd, outputByteLimit: OUTPUT_BYTE_LIMIT };
  if (client.capabilities.terminal !== true) {
    await askPermission(context, call, shellSummary(workspace, line), `run ${line}`);
    return startOwnTerminal({ ...request, env: commandEnv });
  }
  const terminal = await client.createTerminal({ ...request, ...extra }, call.signal);
  await call.show(terminal.content);
  return terminal;
}

/** null when the time was up. */
async function waitForExit(
  terminal: CommandTerminal,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<TerminalExitStatus | null> {
  if (timeoutMs === undefined) return terminal.waitForExit(signal);
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await terminal.waitForExit(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (!deadline.aborted || signal.aborted) throw error;
    return null;
  }
}

/** What became of a command, and why it counts as failed; empty when it does not. */
interface Ending extends TerminalExitStatus {
  failure: string;
}

function endedLate(timeoutMs = 0): Ending {
  const failure = `It was stopped after ${timeoutMs / 1000} s. Give timeout_ms for more time, or run it in the background.`;
  return { failure };
}

function outcomeOf(
  terminal: CommandTerminal,
  exit: TerminalExitStatus | Ending,
  { output, truncated }: { output: string; truncated: boolean },
): ToolOutcome {
  const text = cleanText(output).replace(/\s+$/, '');
  const ending = 'failure' in exit ? exit.failure : describeFailure(exit);
  const notes = [
    truncated ? 'The beginning of the output is left out.' : '',
    text === '' && ending === '' ? 'It printed nothing.' : '',
    ending,
  ];
  const written = [textContent(text === '' ? notes.join(' ').trim() : fitAnswer(text))];
  return {
    ok: ending === '',
    answer: { text, form: 'code', notes },
    content: terminal.content.length === 0 ? written : terminal.content,
    replayed: written,
    rawOutput: { exitCode: exit.exitCode ?? null, signal: exit.signal ?? null },
  };
}

/** How a command failed; empty when it did not. */
function describeFailure({ exitCode, signal }: TerminalExitStatus): string {
  if (signal !== undefined && signal !== null) return `It was ended by ${signal}.`;
  return exitCode === 0 || exitCode === undefined || exitCode === null ? '' : `Exit code ${exitCode}.`;
}
