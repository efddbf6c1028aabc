import { setTimeout as delay } from 'node:timers/promises';
import { openPty } from '../tui/open-pty.mjs';

const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const KEY_EVERY_MS = 37;
const KEYS_PER_LINE = 40;
/** On the last rows of the screen of a session whose turn has ended. */
const ENDED = /is done[^]*\? for keys/;

/** Runs a prompt in the REPL to its end, typing all the while, and tells how late a key in a hundred is echoed. */
export async function runInRepl(command, prompt, { cwd, env }) {
  const terminal = openPty(command, { cwd, env: { ...env, TERM: 'xterm-256color' } });
  const echoes = [];
  try {
    await terminal.untilShown('› Ask');
    terminal.send(prompt);
    await terminal.untilShown('mark 1');
    terminal.send('\r');
    await terminal.untilShown('Esc to interrupt');
    for (let typed = ''; !ENDED.test(terminal.screen()); await delay(KEY_EVERY_MS)) {
      typed += 'abcdefghij'[typed.length % 10];
      const sentAt = terminal.now();
      terminal.send(typed.at(-1));
      echoes.push((await terminal.untilShown(`› ${typed}`)) - sentAt);
      if (typed.length < KEYS_PER_LINE) continue;
      terminal.send(CTRL_U);
      await terminal.untilGone(`› ${typed}`);
      typed = '';
    }
    terminal.send(CTRL_U);
    await terminal.untilShown('› Ask');
    terminal.send(CTRL_D);
    await terminal.untilExit();
  } finally {
    terminal.kill();
  }
  echoes.sort((a, b) => a - b);
  return { echoMs: echoes[Math.floor(echoes.length * 0.99)] };
}
