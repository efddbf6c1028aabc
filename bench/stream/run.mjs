/**
 * What streaming costs simse: `simse -p` reads an answer of 20,000 chunks, against a bare loop that reads and writes the same
 * lines. Counted is the CPU of each process beyond what it takes for an empty answer (bench/startup is about that), and the
 * memory, which must not grow with the length of the answer. `npm run bench:stream [rounds]`; ends with 1 over a limit.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildDist } from '../../scripts/build.mjs';

const ROUNDS = Number(process.argv[2] ?? 7);
const CHUNKS = 20_000;
const MANY_CHUNKS = 3 * CHUNKS;
const CPU_LIMIT = 2;
/** Beyond the text itself, which is kept, and the noise of the garbage collector. */
const GROWTH_LIMIT_MB = 15;
const MAX_BUFFER = 64 * 1024 * 1024;

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const SIMSE = file('../../bin/simse.js');
const BARE_LOOP = file('bare-loop.mjs');
const COMMANDS = {
  bare: [BARE_LOOP],
  simse: [SIMSE, '-p', 'go', '--agent-command', `"${process.execPath}" "${file('streaming-agent.mjs')}"`],
};

async function run() {
  await buildDist();
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  try {
    const results = await measureAll(dir);
    for (const { line, passed } of results) console.log(`${passed ? 'pass' : 'FAIL'}  ${line}`);
    if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measureAll(dir) {
  const used = { bare: new Map(), simse: new Map() };
  // One after the other in every round, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const chunks of [0, CHUNKS, MANY_CHUNKS]) {
      for (const [name, usages] of Object.entries(used)) {
        const usage = await measure(name, chunks, dir);
        usages.set(chunks, [...(usages.get(chunks) ?? []), usage]);
      }
    }
  }
  const of = (name, chunks, key) => median(used[name].get(chunks).map((usage) => usage[key]));
  const streaming = (name) => of(name, CHUNKS, 'cpuMs') - of(name, 0, 'cpuMs');
  const ratio = streaming('simse') / streaming('bare');
  const growth = of('simse', MANY_CHUNKS, 'peakMb') - of('simse', CHUNKS, 'peakMb');
  console.log(`Node ${process.version}, medians of ${ROUNDS} rounds, ${CHUNKS} chunks:`);
  for (const name of Object.keys(used)) {
    const whole = of(name, CHUNKS, 'cpuMs').toFixed(0);
    console.log(`      ${name}: ${streaming(name).toFixed(0)} ms CPU for the chunks, ${whole} ms in all`);
  }
  const peaks = [CHUNKS, MANY_CHUNKS].map((chunks) => `${of('simse', chunks, 'peakMb').toFixed(0)} MB`);
  return [
    { passed: ratio <= CPU_LIMIT, line: `CPU: ${ratio.toFixed(2)} × the bare loop (limit ${CPU_LIMIT})` },
    {
      passed: growth <= GROWTH_LIMIT_MB,
      line: `memory: ${peaks[0]} at most, ${peaks[1]} with three times the chunks (limit ${GROWTH_LIMIT_MB} MB more)`,
    },
  ];
}

/** Runs one to its end, sees to it that it has written the whole answer, and tells what its own process has used. */
async function measure(name, chunks, dir) {
  const usageFile = path.join(dir, 'usage.ndjson');
  await writeFile(usageFile, '');
  const { stdout } = await promisify(execFile)(process.execPath, COMMANDS[name], {
    cwd: dir,
    maxBuffer: MAX_BUFFER,
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      SIMSE_CONFIG_DIR: path.join(dir, 'config'),
      SIMSE_DATA_DIR: path.join(dir, 'data'),
      NODE_OPTIONS: `--import ${pathToFileURL(file('report-usage.mjs')).href}`,
      USAGE_FILE: usageFile,
      CHUNKS: String(chunks),
    },
  });
  const pieces = stdout.split('of the answer').length - 1;
  if (pieces !== chunks) throw new Error(`${name} wrote ${pieces} of ${chunks} chunks`);
  const lines = (await readFile(usageFile, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line)).find(({ program }) => program === COMMANDS[name][0]);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

await run();
