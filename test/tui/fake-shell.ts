import type { SessionShell, ShellResult } from '../../src/core/ports/session.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';

/** Commands whose end a test decides. */
export class FakeShell implements SessionShell {
  readonly commands: string[] = [];
  readonly #session: { emit(...events: SessionEvent[]): void };
  readonly #running: { id: string; command: string; settle: (result: ShellResult) => void }[] = [];

  constructor(session: { emit(...events: SessionEvent[]): void }) {
    this.#session = session;
  }

  run(command: string): Promise<ShellResult> {
    this.commands.push(command);
    const id = `shell-${this.commands.length}`;
    const title = `! ${command}`;
    this.#session.emit({
      type: 'tool_call',
      call: { id, title, kind: 'execute', byUser: true, status: 'in_progress' },
    });
    return new Promise((settle) => this.#running.push({ id, command, settle }));
  }

  interrupt(): boolean {
    return this.end('', null);
  }

  /** Ends the command that was started last; one without an exit code was interrupted. */
  end(output: string, exitCode: number | null = 0): boolean {
    const last = this.#running.pop();
    if (last === undefined) return false;
    const status = exitCode === null ? 'cancelled' : exitCode === 0 ? 'completed' : 'failed';
    this.#session.emit({ type: 'tool_call', call: { id: last.id, status } });
    last.settle({ command: last.command, exitCode, signal: exitCode === null ? 'SIGTERM' : null, output });
    return true;
  }
}
