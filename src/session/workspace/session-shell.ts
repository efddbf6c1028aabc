import { randomUUID } from 'node:crypto';
import { createLiveText } from '../../acp/sessions/terminals.ts';
import { SimseError } from '../../core/errors.ts';
import type { SessionShell, ShellResult } from '../../core/ports/session.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import type { ToolStatus } from '../../core/tool-call.ts';
import { userShellArgv } from '../../platform/command-line.ts';
import { runTerminal, type Terminal } from '../../platform/run-terminal.ts';

/** What is kept of an output for the agent. On the screen and in the record is what came by events. */
const MAX_OUTPUT_BYTES = 64 * 1024;

interface ShellOptions {
  cwd: string;
  /** The user's own. */
  env: Readonly<Record<string, string>>;
  emit: EmitEvent;
}

/** Runs the user's commands, each as a tool call that is the user's own. Disposing ends those that run. */
export function createSessionShell({ cwd, env, emit }: ShellOptions): SessionShell & AsyncDisposable {
  const running: Terminal[] = [];
  const interrupted = new Set<Terminal>();

  const end = (terminal: Terminal): Promise<void> => {
    interrupted.add(terminal);
    return terminal.kill();
  };

  return {
    async run(command) {
      const card = openCard(command, cwd, emit);
      const live = createLiveText(card.write);
      const [program = '', ...args] = userShellArgv(command, env);
      const options = { command: program, args, cwd, env, outputByteLimit: MAX_OUTPUT_BYTES };
      const terminal = await runTerminal(options, live.add).catch((thrown: unknown) => {
        card.close('failed', thrown instanceof SimseError ? thrown.message : '');
        throw thrown;
      });
      running.push(terminal);
      const { exitCode, signal } = await terminal.exited;
      running.splice(running.indexOf(terminal), 1);
      live.end();
      emit({ type: 'terminal_exited', terminalId: card.terminalId, exitCode, signal });
      card.close(interrupted.has(terminal) ? 'cancelled' : exitCode === 0 ? 'completed' : 'failed');
      return { command, exitCode, signal, output: outputOf(terminal) };
    },
    interrupt() {
      const last = running.findLast((terminal) => !interrupted.has(terminal));
      if (last === undefined) return false;
      void end(last);
      return true;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(end));
    },
  };
}

interface Card {
  terminalId: string;
  write(text: string): void;
  /** `why` it did not even start. */
  close(status: ToolStatus, why?: string): void;
}

function openCard(command: string, cwd: string, emit: EmitEvent): Card {
  const terminalId = `shell-${randomUUID()}`;
  emit({
    type: 'tool_call',
    call: {
      id: terminalId,
      title: `! ${command}`,
      kind: 'execute',
      byUser: true,
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    },
  });
  emit({ type: 'terminal_started', terminalId, command, cwd });
  return {
    terminalId,
    write: (text) => emit({ type: 'terminal_output', terminalId, text }),
    close(status, why = '') {
      if (why !== '') emit({ type: 'terminal_output', terminalId, text: `${why}\n` });
      emit({ type: 'tool_call', call: { id: terminalId, status } });
    },
  };
}

function outputOf(terminal: Terminal): ShellResult['output'] {
  const { output, truncated } = terminal.snapshot();
  return `${truncated ? '[… earlier output left out]\n' : ''}${cleanText(output)}`;
}
