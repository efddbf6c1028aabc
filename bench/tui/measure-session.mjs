import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf, openPty, residentOf, treeOf } from './open-pty.mjs';

const IDLE_MS = 5000;
/** Longer than the REPL still draws after the last thing that happened, and than its header waits for what starts. */
const SETTLE_MS = 2500;
const STREAM_MS = 3000;
const KEYS = 200;
const KEYS_PER_LINE = 50;
/** Not a divisor of any frame's length, so that keys come at every moment of one. */
const KEY_EVERY_MS = 37;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Starts a program, waits for `ready` on its screen and measures it as long as it does nothing. */
export async function measureIdle(command, options, ready) {
  const terminal = openPty(command, options);
  try {
    const shown = await terminal.untilShown(/\S/);
    const first = await terminal.untilShown(ready);
    await delay(SETTLE_MS);
    const cpu = totalCpu(terminal.pid);
    const { length } = terminal.output();
    await delay(IDLE_MS);
    const keys = await typeKeys(terminal, '', 40);
    const tree = treeOf(terminal.pid);
    return {
      shown,
      first,
      ownMemory: residentOf(terminal.pid),
      memory: tree.reduce((sum, pid) => sum + residentOf(pid), 0),
      cpuPercent: ((totalCpu(terminal.pid) - keys.cpu - cpu) / IDLE_MS) * 100,
      bytesPerSecond: ((keys.startedWith - length) * 1000) / IDLE_MS,
      ...keys,
    };
  } finally {
    terminal.kill();
  }
}

function totalCpu(pid) {
  return treeOf(pid).reduce((sum, one) => sum + cpuOf(one), 0);
}

/** Types one key after the other; each is timed until it stands on the screen behind those before it. */
async function typeKeys(terminal, prompt, count) {
  const startedWith = terminal.output().length;
  const startedAt = totalCpu(terminal.pid);
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const typed = Array.from(
      { length: (index % KEYS_PER_LINE) + 1 },
      (_, at) => ALPHABET[at % ALPHABET.length],
    );
    const sentAt = terminal.now();
    terminal.send(typed.at(-1));
    times.push((await terminal.untilShown(prompt + typed.join(''))) - sentAt);
    if (typed.length === KEYS_PER_LINE) {
      terminal.send(CTRL_U);
      await terminal.untilGone(typed.join(''));
    }
    await delay(KEY_EVERY_MS);
  }
  const bytesPerKey = (terminal.output().length - startedWith) / count;
  return { startedWith, times, bytesPerKey, cpu: totalCpu(terminal.pid) - startedAt };
}

/** A session of 2,000 entries: what keys and chunks cost in it, and how long it takes to leave and to come back. */
export async function measureLongSession(command, options, { entries, chunks }) {
  const terminal = openPty(command, options);
  let resumed = null;
  try {
    await terminal.untilShown('› Ask');
    await runPrompt(terminal, `entries ${entries}`, `Entry ${entries - 1} has`);
    await delay(SETTLE_MS);
    const { bytesPerKey } = await typeKeys(terminal, '› ', KEYS_PER_LINE);
    terminal.send(`stream 100000\r`);
    await terminal.untilShown('what it does');
    const streaming = await measureStreaming(terminal);
    const typingAt = terminal.now();
    const { times, cpu } = await typeKeys(terminal, '› ', KEYS);
    const keyCpu = Math.max(0, cpu - streaming * (terminal.now() - typingAt)) / KEYS;
    const interruptedAt = terminal.now();
    terminal.send(CTRL_C);
    const interrupt = (await terminal.untilShown(/interrupting|Interrupted/)) - interruptedAt;
    await terminal.untilShown('Interrupted');
    await delay(SETTLE_MS);
    const { length } = terminal.output();
    await runPrompt(terminal, `stream ${chunks}`, null);
    const bytesPerThousand = ((terminal.output().length - length) * 1000) / chunks;
    const memory = residentOf(terminal.pid);
    const leaveAt = terminal.now();
    terminal.send(CTRL_D);
    const leaving = (await terminal.untilExit()) - leaveAt;
    resumed = openPty([...command, '--continue'], options);
    const resuming = await resumed.untilShown(/what it does[^]*› Ask/);
    const clears = (terminal.output() + resumed.output()).split(/\u001b\[[23]J/).length - 1;
    return { bytesPerKey, times, keyCpu, interrupt, bytesPerThousand, memory, leaving, resuming, clears };
  } finally {
    terminal.kill();
    resumed?.kill();
  }
}

/** Of every millisecond, how much of it a processor works while an answer streams and nobody types. */
async function measureStreaming({ pid, now }) {
  const [cpu, startedAt] = [totalCpu(pid), now()];
  await delay(STREAM_MS);
  return (totalCpu(pid) - cpu) / (now() - startedAt);
}

/** Runs a turn to its end; `shown` stands on the screen then. */
async function runPrompt(terminal, prompt, shown) {
  terminal.send(`${prompt}\r`);
  await terminal.untilShown('Esc to interrupt');
  await terminal.untilShown('? for keys');
  if (shown !== null) await terminal.untilShown(shown);
}
