/**
 * What the REPL costs a user, in a real terminal, against its budgets: `npm run bench:tui [-- --peers <folder>]`. With a
 * folder in which other agents are installed, they are measured in the same terminal. Times are scaled by what `node -e 0`
 * takes on this machine, 20 ms being 1, and are medians of several rounds; what else the machine does is told by its load.
 * Ends with 1 when a budget is passed. Linux only.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildDist } from '../../scripts/build.mjs';
import { measureInterleaved, median, timeInTerminal, timeToExit } from '../startup/measure.mjs';
import { measureIdle, measureLongSession } from './measure-session.mjs';
import { measurePackage } from './package-size.mjs';
import { findPeers } from './peers.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIMSE = path.join(ROOT, 'bin/simse.js');
const AGENT = fileURLToPath(new URL('scripted-agent.mjs', import.meta.url));
const REFERENCE_MS = 20;
const ENTRIES = 2000;
const CHUNKS = 1000;
const SESSIONS = 3;

const { values: options } = parseArgs({
  options: { peers: { type: 'string' }, rounds: { type: 'string', default: '9' } },
});

async function run() {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  try {
    await buildDist();
    const rows = await measureSimse(dir);
    for (const row of rows) console.log(formatRow(row));
    if (rows.some(({ value, limit }) => value > limit)) process.exitCode = 1;
    if (options.peers !== undefined) await comparePeers(dir, options.peers);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measureSimse(dir) {
  const surroundings = await environment(dir, 'simse');
  const starts = await measureInterleaved(
    {
      bare: () => timeToExit(['-e', '0'], surroundings.env),
      version: () => timeToExit([SIMSE, '--version'], surroundings.env),
      first: () => timeInTerminal([SIMSE], { ...surroundings, text: '›' }),
    },
    Number(options.rounds),
  );
  const scale = starts.bare / REFERENCE_MS;
  console.log(
    `Node ${process.version}; node -e 0 takes ${starts.bare.toFixed(1)} ms: times × ${scale.toFixed(2)}; ${loadNow()}`,
  );
  const idle = await measureIdle([process.execPath, SIMSE], await environment(dir, 'idle'), '› Ask');
  const long = await measureSessions(dir);
  console.log(`At the end: ${loadNow()}\n`);
  const published = await measurePackage(ROOT);
  const time = (name, value, limit) => ({ name, value, limit: limit * scale, unit: 'ms' });
  return [
    time('--version', starts.version, 45),
    time('first frame', starts.first, 250),
    { name: 'memory, idle, without the backend', value: idle.ownMemory, limit: 110, unit: 'MB' },
    { name: 'processor, idle', value: idle.cpuPercent, limit: 0.5, unit: '%' },
    { name: 'output, idle', value: idle.bytesPerSecond, limit: 0, unit: 'bytes a second' },
    time(`key echo p50, ${ENTRIES} entries, 200 updates a second`, long.p50, 8),
    time('key echo p99, the same', long.p99, 33),
    { name: 'processor time of a key, the same', value: long.keyCpu, limit: 8, unit: 'ms' },
    { name: 'output of a key', value: long.bytesPerKey, limit: 250, unit: 'bytes' },
    { name: 'output of 1,000 chunks', value: long.bytesPerThousand / 1000, limit: 1000, unit: 'kB' },
    { name: 'clearings of the screen', value: long.clears, limit: 0, unit: '' },
    time('interrupting shown after', long.interrupt, 100),
    time(`resuming ${ENTRIES} entries`, long.resuming, 600),
    time('leaving', long.leaving, 300),
    { name: 'memory, after all that', value: long.memory, limit: 250, unit: 'MB' },
    { name: 'package, packed', value: published.packed, limit: 5, unit: 'MB' },
    { name: 'package, unpacked', value: published.unpacked, limit: 5, unit: 'MB' },
    { name: 'install scripts, own', value: published.scripts, limit: 0, unit: '' },
    { name: 'packages that come along', value: published.dependencies, limit: 0, unit: '' },
  ];
}

/** The medians of what several long sessions cost. */
async function measureSessions(dir) {
  const rounds = [];
  for (let round = 0; round < SESSIONS; round += 1) {
    const { times, ...figures } = await measureLongSession(
      [process.execPath, SIMSE],
      await environment(dir, `long-${round}`),
      { entries: ENTRIES, chunks: CHUNKS },
    );
    rounds.push({ ...figures, p50: percentile(times, 50), p99: percentile(times, 99) });
  }
  const names = Object.keys(rounds[0]);
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))]));
}

function loadNow() {
  return `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} processors`;
}

async function comparePeers(dir, prefix) {
  console.log(
    '\nSide by side, offline, nothing said yet: first text, prompt, memory of all processes, idle, keys',
  );
  const own = { name: 'simse', command: [process.execPath, SIMSE], ready: '› Ask' };
  for (const { name, command, ready, env = {}, files = {} } of [own, ...findPeers(prefix)]) {
    const surroundings = await environment(dir, `peer-${name}`);
    await writeFiles(surroundings.env.HOME, files);
    const line = await measureIdle(
      command,
      { ...surroundings, env: { ...surroundings.env, ...env } },
      ready,
    ).then(formatPeer, (error) => String(error.message).split('\n').slice(0, 12).join('\n         '));
    console.log(`${name.padEnd(9)} ${line}`);
  }
}

async function writeFiles(home, files) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(home, name)), { recursive: true });
    await writeFile(path.join(home, name), JSON.stringify(content));
  }
}

function formatPeer({ shown, first, memory, cpuPercent, bytesPerSecond, times, bytesPerKey }) {
  const whole = (value) => value.toFixed(0).padStart(5);
  return [
    `${whole(shown)} ms`,
    `${whole(first)} ms`,
    `${whole(memory)} MB`,
    `${cpuPercent.toFixed(1).padStart(5)} % ${whole(bytesPerSecond)} B/s`,
    `p50 ${percentile(times, 50).toFixed(1)} p99 ${percentile(times, 99).toFixed(1)} ms, ${whole(bytesPerKey)} B`,
  ].join('  ');
}

function formatRow({ name, value, limit, unit }) {
  const shown = (number) => number.toFixed(number >= 100 || Number.isInteger(number) ? 0 : 1).padStart(6);
  return `${value <= limit ? 'PASS' : 'FAIL'}  ${name.padEnd(46)} ${shown(value)} of at most ${shown(limit)} ${unit}`;
}

function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}

/** A user whose backend is the scripted agent. */
async function environment(dir, name) {
  const home = path.join(dir, name);
  await mkdir(path.join(home, 'work'), { recursive: true });
  await mkdir(path.join(home, 'config'));
  const servers = [{ name: 'scripted', command: process.execPath, args: [AGENT] }];
  await writeFile(path.join(home, 'config/acp.json'), JSON.stringify({ servers }));
  return {
    cwd: path.join(home, 'work'),
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      SIMSE_CONFIG_DIR: path.join(home, 'config'),
      SIMSE_DATA_DIR: path.join(home, 'data'),
    },
  };
}

await run();
