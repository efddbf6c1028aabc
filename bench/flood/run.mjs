/**
 * What very many tool calls and permission requests in one turn cost: 1,000, 8,000 and 50,000 of them, headless in every
 * format and in the REPL. Counted is the processor time of simse's own process for each, all in one turn and behind 8,000
 * others, with which Node compiles what runs. `npm run bench:flood [rounds] [part of a name]`; ends with 1 when the cost of a call at one count
 * is more than 1.5 times that at another, or a key in the REPL is echoed late.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildDist } from '../../scripts/build.mjs';
import { runInRepl } from './run-in-repl.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const WANTED = process.argv[3] ?? '';
const WARM_UP = 8000;
/** The smaller floods are run several times, since they are over so soon. */
const FLOODS = [
  { count: 1000, times: 7 },
  { count: 8000, times: 3 },
  { count: 50_000, times: 1 },
];
const RATIO_LIMIT = 1.5;
/** Of the slowest key in a hundred. */
const ECHO_LIMIT_MS = 100;
const MAX_BUFFER = 512 * 1024 * 1024;

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const SIMSE = file('../../bin/simse.js');
const AGENT = ['--agent-command', `"${process.execPath}" "${file('flooding-agent.mjs')}"`];
/** Each with the word that the agent knows the flood by. */
const WAYS = [
  { name: 'calls, -p', kind: 'calls', args: [], run: runHeadless },
  { name: 'calls, -p json', kind: 'calls', args: ['--format', 'json'], run: runHeadless },
  { name: 'calls, -p stream-json', kind: 'calls', args: ['--format', 'stream-json'], run: runHeadless },
  { name: 'calls, REPL', kind: 'calls', args: [], run: runInRepl },
  { name: 'requests allowed, -p', kind: 'asks', args: ['--allow', 'shell'], run: runHeadless },
  { name: 'requests denied, -p', kind: 'asks', args: [], run: runHeadless },
  { name: 'requests at once, -p', kind: 'storm', args: ['--allow', 'shell'], run: runHeadless },
  { name: 'requests allowed, REPL', kind: 'asks', args: ['--allow', 'shell'], run: runInRepl },
];

async function run() {
  await buildDist();
  console.log(`Node ${process.version}, medians of ${ROUNDS} rounds; ms of the processor for each:`);
  console.log(row(['', ...FLOODS.map(({ count }) => count.toLocaleString('en-US')), 'ratio', 'echo ms']));
  for (const way of WAYS.filter(({ name }) => name.includes(WANTED))) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(way));
    const costs = FLOODS.map((_, at) => median(rounds.map(({ perCall }) => perCall[at])));
    const ratio = Math.max(...costs) / Math.min(...costs);
    const echoMs = median(rounds.map((round) => round.echoMs ?? 0));
    const passed = ratio <= RATIO_LIMIT && echoMs <= ECHO_LIMIT_MS;
    const cells = [
      ...costs.map((ms) => ms.toFixed(3)),
      ratio.toFixed(2),
      echoMs > 0 ? echoMs.toFixed(0) : '',
    ];
    console.log(`${row([way.name, ...cells])}  ${passed ? 'pass' : 'FAIL'}`);
    if (!passed) process.exitCode = 1;
  }
}

function row([name, ...cells]) {
  return name.padEnd(24) + cells.map((cell) => cell.padStart(9)).join('');
}

/** Runs all floods in one turn; what each call took is told by the marks that the agent has left between them. */
function measure({ kind, args, run: runPrompt }) {
  const counts = FLOODS.flatMap(({ count, times }) => Array.from({ length: times }, () => count));
  const prompt = [WARM_UP, ...counts].map((count) => `${kind} ${count} mark 1`).join(' ');
  return inFolder(async (dir, env) => {
    const marks = path.join(dir, 'marks.ndjson');
    const command = [process.execPath, SIMSE, ...AGENT, ...args];
    const { echoMs } = await runPrompt(command, prompt, { cwd: dir, env: { ...env, MARKS: marks } });
    const lines = (await readFile(marks, 'utf8')).trim().split('\n');
    const times = lines.map((line) => JSON.parse(line).cpuMs);
    const costs = counts.map((count, at) => ({ count, cost: (times[at + 1] - times[at]) / count }));
    const of = (wanted) => costs.filter(({ count }) => count === wanted).map(({ cost }) => cost);
    return { perCall: FLOODS.map(({ count }) => median(of(count))), echoMs };
  });
}

async function runHeadless([file, ...args], prompt, options) {
  const ran = promisify(execFile)(file, [...args, '-p', prompt], { ...options, maxBuffer: MAX_BUFFER });
  // What was denied has an exit code of its own.
  const { stdout } = await ran.catch((error) => (error.code === 5 ? error : Promise.reject(error)));
  if (!stdout.includes('is done')) throw new Error('the agent did not come to its end');
  return {};
}

/** In the folder of a user of their own, who has been asked for an agent. */
async function inFolder(use) {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    LANG: 'C.UTF-8',
    SIMSE_CONFIG_DIR: path.join(dir, 'config'),
    SIMSE_DATA_DIR: path.join(dir, 'data'),
  };
  try {
    await mkdir(env.SIMSE_DATA_DIR);
    await writeFile(path.join(env.SIMSE_DATA_DIR, 'setup.json'), '{"agent":null}');
    return await use(dir, env);
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

await run();
