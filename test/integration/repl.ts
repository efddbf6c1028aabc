import { expect } from 'vitest';
import { SIMSE_BIN } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';

/** What the keys of a dialog begin with, once a second of silence has passed: before, nobody answers it by typing on. */
export const DIALOG = 'Enter to choose';
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

/** Types a prompt and sends it. Several lines are pasted: typed so fast, they and the Enter could pass for a paste without marks. */
export function prompt(terminal: Terminal, text: string): void {
  terminal.send(text.includes('\n') ? `${KEYS.pasteStart}${text}${KEYS.pasteEnd}` : text);
  terminal.send(KEYS.enter);
}

/** Answers the open dialog, which is about this, with a key; another one may take its place at once. */
export async function answerDialog(terminal: Terminal, subject: string | RegExp, key: string): Promise<void> {
  await terminal.waitFor(subject);
  await terminal.waitFor(DIALOG);
  const asked = dialogIn(terminal.screen());
  terminal.send(key);
  await expect.poll(() => dialogIn(terminal.screen())).not.toBe(asked);
}

/** The open dialog, from its title on; its last row is left out, which says less where there is little room. */
function dialogIn(screen: string): string | undefined {
  return /^── (?![^]*^── )[^]*(?=Enter to choose)/m.exec(screen)?.[0];
}

/** What the REPL switches, each with what switches it back: the cursor, pastes, frames, keys. */
const SWITCHES = [
  ['\u001b[?25l', '\u001b[?25h'],
  ['\u001b[?2004h', '\u001b[?2004l'],
  ['\u001b[?2026h', '\u001b[?2026l'],
  ['\u001b[>5u', '\u001b[<u'],
] as const;

/** Whether the terminal is as it was before, and its driver in the same modes. */
export function isRestored(terminal: Terminal): boolean {
  const [before, , after] = terminal.transcript().split(BETWEEN);
  const output = terminal.output();
  const isBack = SWITCHES.every(
    ([on, off]) => output.includes(on) && output.lastIndexOf(off) > output.lastIndexOf(on),
  );
  return isBack && before !== undefined && before.trim() === after?.trim();
}
