import { setTimeout as delay } from 'node:timers/promises';
import { SIMSE_BIN } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';

/** A dialog takes no keys when it has just appeared, so that nobody answers it by typing on. */
const DIALOG_GUARD_MS = 220;
const BETWEEN = '-- simse --';

/** The REPL in a terminal, between two lines that say which modes the terminal is in. */
export async function openRepl(
  sandbox: Sandbox,
  options: TerminalOptions = {},
  args: string[] = [],
): Promise<Terminal> {
  const script = `stty -g; echo '${BETWEEN}'; "$@"; code=$?; echo '${BETWEEN}'; stty -g; exit $code`;
  const terminal = openTerminal(sandbox, args, {
    command: ['sh', '-c', script, 'sh', process.execPath, SIMSE_BIN],
    ...options,
  });
  await terminal.waitFor('Ask anything');
  return terminal;
}

/** Types a prompt and sends it. */
export function prompt(terminal: Terminal, text: string): void {
  terminal.send(`${text.replaceAll('\n', KEYS.newline)}`);
  terminal.send(KEYS.enter);
}

/** Answers the open dialog, which is about this, with a key. */
export async function answerDialog(terminal: Terminal, subject: string | RegExp, key: string): Promise<void> {
  await terminal.waitFor(subject);
  await terminal.waitFor('Esc rejects');
  await delay(DIALOG_GUARD_MS);
  terminal.send(key);
  await terminal.waitGone('Esc rejects');
}

/** Whether the terminal is as it was before: the same modes of its driver, the cursor seen, pastes and keys plain. */
export function isRestored(terminal: Terminal): boolean {
  const [before, , after] = terminal.transcript().split(BETWEEN);
  const output = terminal.output();
  const lastOf = (on: string, off: string) => output.lastIndexOf(off) >= output.lastIndexOf(on);
  return (
    before !== undefined &&
    before.trim() === after?.trim() &&
    lastOf('\u001b[?25l', '\u001b[?25h') &&
    lastOf('\u001b[?2004h', '\u001b[?2004l') &&
    lastOf('\u001b[?2026h', '\u001b[?2026l')
  );
}
