import type { TerminalExitStatus } from '@agentclientprotocol/sdk';
import { cleanText } from '../../core/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { shellArgv } from '../../platform/shell-command.ts';
import {
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolOutcome,
  type ToolSummary,
} from './tool-invocation.ts';

/** How much of the end of the output is answered. */
const OUTPUT_BYTE_LIMIT = 100_000;

/** Runs a command line in a terminal of the client's. */
export function runShell({ workspace, client }: ToolContext, input: { line: string }): ToolInvocation {
  const { line } = input;
  const { cwd } = workspace;
  const what: ToolSummary = {
    name: 'shell',
    kind: 'execute',
    title: line,
    locations: [],
    rawInput: { command: line, cwd },
  };
  return {
    ...what,
    async run(call) {
      if (client.capabilities.terminal !== true) {
        throw new SimseError('tool_failed', 'this client offers no terminal, so no command can be run');
      }
      const [command = '', ...args] = shellArgv(line);
      const request = { command, args, cwd, outputByteLimit: OUTPUT_BYTE_LIMIT };
      const terminal = await client.createTerminal(request, call.signal);
      try {
        await call.show([{ type: 'terminal', terminalId: terminal.id }]);
        const exit = await terminal.waitForExit(call.signal);
        return outcomeOf(terminal.id, exit, await terminal.output());
      } finally {
        terminal.release();
      }
    },
  };
}

function outcomeOf(
  terminalId: string,
  exit: TerminalExitStatus,
  { output, truncated }: { output: string; truncated: boolean },
): ToolOutcome {
  const text = cleanText(output).replace(/\s+$/, '');
  const ending = describeEnding(exit);
  const notes = [
    truncated ? 'The beginning of the output is left out.' : '',
    text === '' && ending === '' ? 'It printed nothing.' : '',
    ending,
  ];
  return {
    ok: ending === '',
    answer: { text, form: 'code', notes },
    content: [{ type: 'terminal', terminalId }],
    replayed: [textContent(text === '' ? notes.join(' ').trim() : text)],
    rawOutput: { exitCode: exit.exitCode ?? null, signal: exit.signal ?? null },
  };
}

/** How a command failed; empty when it did not. */
function describeEnding({ exitCode, signal }: TerminalExitStatus): string {
  if (signal !== undefined && signal !== null) return `It was ended by ${signal}.`;
  return exitCode === 0 || exitCode === undefined || exitCode === null ? '' : `Exit code ${exitCode}.`;
}
