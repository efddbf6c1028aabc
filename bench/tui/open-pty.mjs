import { readFileSync } from 'node:fs';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const COLUMNS = 120;
const ROWS = 40;
const WAIT_MS = 60_000;
/** The kernel counts processor time in hundredths of a second, on every Linux in use. */
const TICK_MS = 10;

/**
 * Runs a program in a pseudo-terminal with an emulator behind it, which answers what programs ask a terminal. All times
 * are from the start of the program, in milliseconds.
 */
export function openPty([file, ...args], { env, cwd }) {
  const startedAt = performance.now();
  const child = pty.spawn(file, args, { cols: COLUMNS, rows: ROWS, env, cwd });
  const emulator = new xterm.Terminal({
    cols: COLUMNS,
    rows: ROWS,
    scrollback: 20_000,
    allowProposedApi: true,
  });
  const watchers = new Set();
  let output = '';
  let exit = null;
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  child.onData((data) => {
    output += data;
    emulator.write(data, look);
  });
  emulator.onData((reply) => {
    if (exit === null) child.write(reply);
  });
  child.onExit(({ exitCode }) => {
    exit = exitCode;
    look();
  });
  const screen = () => {
    const { active } = emulator.buffer;
    const rows = Array.from({ length: ROWS }, (_, row) => active.getLine(active.baseY + row));
    return rows.map((row) => row?.translateToString(true) ?? '').join('\n');
  };
  /** Milliseconds since the start at which `isThere` first holds. */
  const until = (isThere, what) =>
    new Promise((resolve, reject) => {
      const settle = (action, value) => {
        watchers.delete(watcher);
        clearTimeout(timer);
        action(value);
      };
      const watcher = () => isThere() && settle(resolve, performance.now() - startedAt);
      const timer = setTimeout(
        () => settle(reject, new Error(`${file} never came to ${what}:\n${screen()}`)),
        WAIT_MS,
      );
      watchers.add(watcher);
      watcher();
    });
  return {
    send: (text) => child.write(text),
    screen,
    output: () => output,
    untilShown: (text) =>
      until(() => (typeof text === 'string' ? screen().includes(text) : text.test(screen())), text),
    untilGone: (text) => until(() => !screen().includes(text), `the end of ${text}`),
    untilExit: () => until(() => exit !== null, 'its end'),
    now: () => performance.now() - startedAt,
    pid: child.pid,
    kill: () => exit === null && child.kill('SIGKILL'),
  };
}

/** The processor time that a process has used, in milliseconds. */
export function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Its resident memory, in MB. */
export function residentOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** The process and everything that it has started. */
export function treeOf(pid) {
  const tree = [pid];
  for (const one of tree) {
    const children = readFileSync(`/proc/${one}/task/${one}/children`, 'utf8').split(' ').filter(Boolean);
    tree.push(...children.map(Number));
  }
  return tree;
}
