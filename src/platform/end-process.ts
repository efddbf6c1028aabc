import { isatty } from 'node:tty';
import { killAllProcessGroups } from './process-group.ts';

/**
 * Ends this process and what it has started. When a terminal that it had has gone, Node would abort while it resets the
 * terminal's modes, and leave a core dump; nobody is there to see an exit code then, and it ends by a signal.
 */
export function endProcess(exitCode: number): never {
  killAllProcessGroups();
  if (hasLostTerminal()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}

function hasLostTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY, fd }) => isTTY && !isatty(fd));
}
