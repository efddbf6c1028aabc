/**
 * What simse's MCP host costs, against a bare client of the SDK and the least client over HTTP, measured side by side.
 * `npm run bench:mcp [rounds]`; ends with 1 when a limit is passed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from '../../scripts/bundle.mjs';
import { measureInterleaved } from '../startup/measure.mjs';
import { connectMinimal } from './minimal-client.mjs';

const SERVER = fileURLToPath(new URL('echo-server.mjs', import.meta.url));
const OWN_SESSION = fileURLToPath(new URL('own-session.mjs', import.meta.url));
const DEFAULT_ROUNDS = 15;
const CALLS = 500;
const SERVERS = 50;
/** How long the slowest of the fifty takes before it says a word, as one that npx has to find does. */
const SLOWEST_MS = 3000;

async function run() {
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  try {
    const subjects = await loadSubjects(dir);
    const results = [
      ...(await measureCalls(subjects, rounds)),
      ...(await measureHttp(subjects, rounds)),
      ...(await measureStarts(subjects)),
    ];
    for (const { line, passed } of results) console.log(`${passed ? 'pass' : 'FAIL'}  ${line}`);
    if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The host as it is built for users, with libraries and all. */
async function loadSubjects(dir) {
  await bundle({ input: { subjects: 'bench/mcp/subjects.ts' }, outdir: dir, extension: 'mjs' });
  return import(pathToFileURL(path.join(dir, 'subjects.mjs')).href);
}

async function measureCalls({ connectBareClient, createHost, gatedTools }, rounds) {
  const client = await connectBareClient(process.execPath, [OWN_SESSION, process.execPath, SERVER]);
  await client.listTools();
  const host = createHost([{ name: 'echo', command: process.execPath, args: [SERVER] }]);
  await host.start();
  const tools = gatedTools(host);
  const times = await measureFastest(
    {
      bare: () => timePerCall((text) => client.callTool({ name: 'echo', arguments: { text } })),
      gated: () => timePerCall((text) => tools.call('echo/echo', { text })),
    },
    rounds,
  );
  await client.close();
  await host[Symbol.asyncDispose]();
  return [
    compare('a call through host and gate', times.gated, 'the bare client of the SDK', times.bare, 1.3),
  ];
}

async function measureHttp({ connectServer, createHost }, rounds) {
  const server = spawn(process.execPath, [SERVER, '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  const entry = { name: 'echo', transport: 'http', url };
  const host = createHost([entry]);
  await host.start();
  const supervised = await connectServer(entry);
  const minimal = await connectMinimal(url);
  const times = await measureInterleaved(
    {
      minimalCall: () => timePerCall((text) => minimal.call('echo', { text })),
      hostCall: () => timePerCall((text) => host.catalogue.call('echo/echo', { text })),
      minimalList: () => timePerCall(() => minimal.list()),
      hostList: () => timePerCall(() => supervised.list()),
      minimalStart: () => timeTogether(async () => (await connectMinimal(url)).list()),
      hostStart: () =>
        timeTogether(async () => {
          const own = createHost([entry]);
          await own.start();
          return own;
        }),
    },
    rounds,
  );
  await host[Symbol.asyncDispose]();
  await supervised[Symbol.asyncDispose]();
  server.kill();
  const base = 'the minimal client';
  return [
    compare('a call over HTTP', times.hostCall, base, times.minimalCall, 1.2),
    compare('listing over HTTP', times.hostList, base, times.minimalList, 1.2),
    // Four requests against three: the host opens the stream for what belongs to no request as well.
    compare('connecting and listing over HTTP', times.hostStart, base, times.minimalStart, 2.5),
  ];
}

/** Fifty servers that are ready after up to `SLOWEST_MS`, and then the slowest of them by itself. */
async function measureStarts({ createHost }) {
  const entries = Array.from({ length: SERVERS }, (_, index) => ({
    name: `server-${index}`,
    command: process.execPath,
    args: [SERVER, `--ready-ms=${Math.round((SLOWEST_MS * (index + 1)) / SERVERS)}`],
  }));
  const time = async (servers) => {
    const host = createHost(servers);
    const started = performance.now();
    await host.start();
    const elapsed = performance.now() - started;
    const ready = host.status().filter(({ state }) => state === 'ready').length;
    await host[Symbol.asyncDispose]();
    if (ready !== servers.length) throw new Error(`${ready} of ${servers.length} servers were ready`);
    return elapsed;
  };
  const alone = await time(entries.slice(-1));
  const together = await time(entries);
  return [compare(`${SERVERS} servers started together`, together, 'the slowest of them alone', alone, 2)];
}

/**
 * Milliseconds of the fastest of many short rounds of each case, in turns: a round trip takes some thirty microseconds, and
 * where the system has put a server's process just then can double that, whoever its client is.
 */
async function measureFastest(cases, rounds) {
  const fastest = {};
  for (let round = 0; round <= rounds * 4; round += 1) {
    for (const [name, run] of Object.entries(cases)) {
      const elapsed = await run();
      if (round > 0) fastest[name] = Math.min(fastest[name] ?? Infinity, elapsed);
    }
  }
  return fastest;
}

/** Milliseconds a call, one after the other. */
async function timePerCall(call) {
  const started = performance.now();
  for (let index = 0; index < CALLS; index += 1) await call(`text ${index}`);
  return (performance.now() - started) / CALLS;
}

/** Milliseconds of ten runs one after the other; what they open is closed after that. */
async function timeTogether(open) {
  const opened = [];
  const started = performance.now();
  for (let index = 0; index < 10; index += 1) opened.push(await open());
  const elapsed = performance.now() - started;
  await Promise.all(opened.map((host) => host[Symbol.asyncDispose]?.()));
  return elapsed / 10;
}

function compare(name, time, base, baseTime, limit) {
  const ratio = time / baseTime;
  const figures = `${time.toFixed(3)} against ${baseTime.toFixed(3)} ms`;
  return {
    passed: ratio <= limit,
    line: `${name}: ${ratio.toFixed(2)} × ${base} (limit ${limit}; ${figures})`,
  };
}

await run();
