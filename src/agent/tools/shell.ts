import type { TerminalExitStatus } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { cleanText } from '../../core/text/clean-text.ts';
import type { CommandTerminal } from '../client/session-client.ts';
import { watchCommand } from '../files/change-log.ts';
import { runInBackground } from './background-shell.ts';
import { fitAnswer } from './cut-text.ts';
import { openTerminal, shellSummary } from './open-terminal.ts';
import {
  defineModelTool,
  type RunningCall,
  type RunOutcome,
  type ToolContext,
  type ToolInvocation,
  textContent,
} from './tool.ts';

const DEFAULT_TIMEOUT_MS = 2 * 60_000;
const MAX_TIMEOUT_MS = 10 * 60_000;

/** Runs a command line, to its end or in the background. */
export const SHELL = defineModelTool({
  name: 'shell',
  description:
    'Runs a command line in the working directory, without input, and answers with what it printed and its exit code. For builds, tests, git and other programs; read, search and change files with the tools for that. With background: true for servers and watchers: it keeps running while you work, you are told when it ends, and shell_output and shell_stop take its id.',
  isReadOnly: false,
  input: z.object({
    command: z.string().min(1),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .default(DEFAULT_TIMEOUT_MS)
      .describe('when to stop it, in milliseconds; nothing stops it in the background'),
    background: z.boolean().default(false),
  }),
  prepare: ({ command, timeout_ms: timeoutMs, background }, context) =>
    background ? runInBackground(context, command) : runShell(context, { line: command, timeoutMs }),
});

interface RunShellInput {
  line: string;
  /** When the command is ended if it has not by itself; never without it. */
  timeoutMs?: number;
}

/** Runs a command line in a terminal of the client's, to its end. */
export function runShell(context: ToolContext, input: RunShellInput): ToolInvocation {
  return {
    ...shellSummary(context.workspace, input.line),
    run: (call) => watchCommand(context.changes, () => runToEnd(call, input)),
  };
}

async function runToEnd(call: RunningCall, { line, timeoutMs }: RunShellInput): Promise<RunOutcome> {
  const terminal = await openTerminal(call, line);
  try {
    const exit = await waitForExit(terminal, call.signal, timeoutMs);
    return outcomeOf(terminal, exit ?? endedLate(timeoutMs), await terminal.output());
  } finally {
    terminal.release();
  }
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
): RunOutcome {
  const text = cleanText(output).replace(/\s+$/, '');
  const ending = 'failure' in exit ? exit.failure : describeFailure(exit);
  const notes = [
    truncated ? 'The beginning of the output is left out.' : '',
    text === '' && ending === '' ? 'No output.' : '',
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
