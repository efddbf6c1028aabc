import { spawn } from 'node:child_process';
import pty from '@lydell/node-pty';

/** The middle of a list of numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs every case once per round, one after the other, so that whatever else the machine does falls on all of them alike.
 * A case is a name and a function that resolves with milliseconds. The first round warms the disk and does not count.
 */
export async function measureInterleaved(cases, rounds) {
  const times = new Map(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const elapsed = await run();
      if (round > 0) times.get(name).push(elapsed);
    }
  }
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]));
}

/** Milliseconds from the start of `node <args>` to its end. */
export function timeToExit(args, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** Milliseconds from the start of `node <args>` in a terminal until it shows `text` or, without one, until it ends. */
export function timeInTerminal(args, { env, cwd, text }) {
  return new Promise((resolve, reject) => {
    let output = '';
    let elapsed = null;
    const started = performance.now();
    const child = pty.spawn(process.execPath, args, { cols: 120, rows: 40, env, cwd });
    child.onData((data) => {
      output += data;
      if (elapsed !== null || text === undefined || !output.includes(text)) return;
      elapsed = performance.now() - started;
      child.kill('SIGTERM');
    });
    child.onExit(() => {
      elapsed ??= text === undefined ? performance.now() - started : null;
      if (elapsed === null) reject(new Error(`node ${args.join(' ')} never showed ${text}:\n${output}`));
      else resolve(elapsed);
    });
  });
}
