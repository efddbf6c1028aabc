import { readFileSync } from 'node:fs';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { inject, onTestFinished } from 'vitest';
import { createFrameGate, type FrameGate } from './frame-gate.ts';
import { SIMSE_BIN } from './run-simse.ts';
import type { Sandbox } from './sandbox.ts';
import { type TerminalModes, watchModes } from './watch-modes.ts';

const WAIT_MS = 25_000;
const POLL_MS = 20;
const SCROLLBACK_ROWS = 5000;

type Emulator = InstanceType<typeof xterm.Terminal>;

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  /** Added to the sandbox's environment; TERM is xterm-256color unless it is given here. */
  env?: Record<string, string>;
  /** Instead of the sandbox's `work`. */
  cwd?: string;
  /** Does not answer what the program asks of it. */
  isMute?: boolean;
  /** Run this instead of `bin/simse.js`: the first word is the program. */
  command?: [string, ...string[]];
}

/** A program in a real pseudo-terminal, seen through a terminal emulator, which shows whole frames only. */
export interface Terminal {
  readonly pid: number;
  /** Resolves with the exit code when the program has ended. */
  readonly exited: Promise<number>;
  /** Sends text or a key from KEYS, in one write. */
  send(text: string): void;
  /** Waits until the transcript has this text, and returns the screen. Fails with what is there instead. */
  waitFor(text: string | RegExp, options?: { timeoutMs?: number }): Promise<string>;
  /** Waits until the text is no longer on the screen. */
  waitGone(text: string | RegExp): Promise<string>;
  /** The visible rows, one line each, without trailing blanks and blank rows. */
  screen(): string;
  /** Everything, from the first line that scrolled away to the last row; what the terminal wrapped is one line. */
  transcript(): string;
  /** Where the cursor is, from 0, counted from the top of the screen. */
  cursor(): { row: number; column: number };
  /** Every character the program wrote, with its escape sequences. */
  output(): string;
  /** What the program has switched in the terminal. */
  modes(): TerminalModes;
  /** The window's title. */
  title(): string;
  resize(columns: number, rows: number): void;
  /** Reads nothing of what the program writes, until `resume`. */
  pause(): void;
  resume(): void;
  /** The program's resident memory. */
  residentMb(): number;
  /** Takes the terminal away from the program, as closing a terminal's window does. */
  hangUp(): void;
}

/**
 * Starts simse in a terminal of 80 by 24 (or as told); the test's end kills it.
 *
 *     const terminal = openTerminal(sandbox, []);
 *     await terminal.waitFor('? for keys');
 *     terminal.send(`help${KEYS.enter}`);
 *     await terminal.waitFor('no model is connected');
 *     terminal.send(KEYS.ctrlC); terminal.send(KEYS.ctrlC);
 *     expect(await terminal.exited).toBe(0);
 */
export function openTerminal(sandbox: Sandbox, args: string[], options: TerminalOptions = {}): Terminal {
  const { columns = 80, rows = 24 } = options;
  const [file, ...words] = options.command ?? [process.execPath, builtBinary()];
  const child = pty.spawn(file, [...words, ...args], {
    cols: columns,
    rows,
    cwd: options.cwd ?? sandbox.work,
    env: { ...sandbox.env, TERM: 'xterm-256color', ...options.env },
  });
  const emulator = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: SCROLLBACK_ROWS,
    allowProposedApi: true,
    windowOptions: { pushTitle: true, popTitle: true, getWinSizeChars: true },
  });
  const modes = watchModes(emulator);
  let title = '';
  emulator.onTitleChange((changed) => {
    title = changed;
  });
  let output = '';
  const frames = createFrameGate((text) => emulator.write(text));
  child.onData((data) => {
    output += data;
    frames.write(data);
  });
  // A real terminal answers the questions that a program asks it.
  if (options.isMute !== true) emulator.onData((reply) => child.write(reply));
  return {
    pid: child.pid,
    exited: watchExit(child, emulator, frames),
    send: (text) => child.write(text),
    output: () => output,
    modes,
    title: () => title,
    pause: () => child.pause(),
    resume: () => child.resume(),
    residentMb: () => residentMb(child.pid),
    // Not in the library's types.
    hangUp: () => (child as pty.IPty & { destroy(): void }).destroy(),
    resize: (newColumns, newRows) => {
      child.resize(newColumns, newRows);
      emulator.resize(newColumns, newRows);
    },
    ...createReader(emulator),
  };
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

function builtBinary(): string {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`dist/ could not be built:\n${failure}`);
  return SIMSE_BIN;
}

/** The exit code, once the program has ended and what it wrote last is drawn. The test's end ends the program. */
function watchExit(child: pty.IPty, emulator: Emulator, frames: FrameGate): Promise<number> {
  let running = true;
  onTestFinished(() => {
    if (running) child.kill('SIGKILL');
    emulator.dispose();
  });
  return new Promise((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      running = false;
      frames.flush();
      emulator.write('', () => resolve(signal ? 128 + signal : exitCode));
    });
  });
}

type Reader = Pick<Terminal, 'screen' | 'transcript' | 'cursor' | 'waitFor' | 'waitGone'>;

function createReader(emulator: Emulator): Reader {
  const buffer = () => emulator.buffer.active;
  const screen = (): string => {
    const rows = Array.from({ length: emulator.rows }, (_, row) => buffer().getLine(buffer().baseY + row));
    return rows
      .map((line) => line?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  };
  const transcript = (): string => {
    const rows = Array.from({ length: buffer().length }, (_, row) => buffer().getLine(row));
    const texts = rows.map((line) => `${line?.isWrapped ? '' : '\n'}${line?.translateToString(true) ?? ''}`);
    return texts.join('').slice(1).trimEnd();
  };
  return {
    screen,
    transcript,
    cursor: () => ({ row: buffer().cursorY, column: buffer().cursorX }),
    waitFor: async (text, { timeoutMs = WAIT_MS } = {}) => {
      const arrived = await poll(() => includes(transcript(), text), timeoutMs);
      if (!arrived) throw new Error(`${text} did not appear within ${timeoutMs} ms in:\n${transcript()}`);
      return screen();
    },
    waitGone: async (text) => {
      const gone = await poll(() => !includes(screen(), text), WAIT_MS);
      if (!gone) throw new Error(`${text} did not go within ${WAIT_MS} ms from:\n${screen()}`);
      return screen();
    },
  };
}

function includes(haystack: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? haystack.includes(text) : text.test(haystack);
}

async function poll(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!isDone()) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
