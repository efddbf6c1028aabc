import { setTimeout as delay } from 'node:timers/promises';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const WAIT_MS = 15_000;
const POLL_MS = 20;
/** How long nothing may be written until a screen counts as still. */
const STILL_MS = 250;

/**
 * A program in a pseudo-terminal that answers what a terminal is asked, its background (`#rrggbb`) included. `emulator` has
 * what is on the screen.
 */
export function openTerminal({ command: [file, ...args], cwd, env, columns, rows, background }) {
  const child = pty.spawn(file, args, { cols: columns, rows, cwd, env: { ...env, TERM: 'xterm-256color' } });
  const emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  let isCursorShown = true;
  let writtenAt = Date.now();
  child.onData((data) => {
    writtenAt = Date.now();
    const switched = data.match(/\u001b\[\?25[hl]/g)?.at(-1);
    if (switched !== undefined) isCursorShown = switched.endsWith('h');
    emulator.write(data);
  });
  emulator.onData((reply) => child.write(reply));
  emulator.parser.registerOscHandler(11, (asked) => {
    if (asked === '?') child.write(`\u001b]11;${toXColor(background)}\u001b\\`);
    return true;
  });
  const ended = new Promise((resolve) => {
    child.onExit(resolve);
  });
  return {
    emulator,
    /** Where it is on the screen; null where the program has hidden it. */
    cursor: () =>
      isCursorShown ? { row: emulator.buffer.active.cursorY, column: emulator.buffer.active.cursorX } : null,
    send: (text) => child.write(text),
    waitFor: (text) =>
      waitUntil(
        () => screenOf(emulator).match(text) !== null,
        () => `no "${text}" in:\n${screenOf(emulator)}`,
      ),
    still: () =>
      waitUntil(
        () => Date.now() - writtenAt > STILL_MS,
        () => 'the screen never stands still',
      ),
    close: async () => {
      child.kill('SIGTERM');
      await Promise.race([ended, delay(3000, undefined, { ref: false })]);
      emulator.dispose();
    },
  };
}

function toXColor(hex) {
  return `rgb:${[1, 3, 5].map((at) => hex.slice(at, at + 2).repeat(2)).join('/')}`;
}

function screenOf({ buffer, rows }) {
  const { active } = buffer;
  const lines = Array.from({ length: rows }, (_, row) =>
    active.getLine(active.baseY + row)?.translateToString(true),
  );
  return lines.join('\n');
}

async function waitUntil(isDone, explain) {
  const deadline = Date.now() + WAIT_MS;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(explain());
    await delay(POLL_MS);
  }
}
