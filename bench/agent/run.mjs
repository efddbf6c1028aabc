/**
 * The built-in agent against twenty small projects, with recorded answers in the place of a model: every edit has to land as
 * recorded, every check to pass, and the loop to take under five milliseconds for a tool call beyond the tool itself. The way
 * from and to the model's server and the client counts as the loop's; of each call the fastest round counts, since whatever
 * else the machine does can only add to it. `npm run bench:agent [rounds]`; ends with 1 when anything of that is not so.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { buildDist } from '../../scripts/build.mjs';
import { startModelServer } from '../../test/fixtures/model/model-server.mjs';
import { loopTimes, quantile } from './loop-times.mjs';
import { openAgent } from './open-agent.mjs';
import { passesCheck, readFiles, readTasks, writeFiles } from './read-tasks.mjs';

const ROUNDS = Number(process.argv[2] ?? 8);
const LIMIT_MS = 5;

async function run() {
  await buildDist();
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  const server = await startModelServer();
  const agent = await openAgent({
    PATH: process.env.PATH,
    HOME: dir,
    SIMSE_CONFIG_DIR: path.join(dir, 'config'),
    SIMSE_DATA_DIR: path.join(dir, 'data'),
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${server.url}/v1`,
  });
  try {
    report(await measure(await readTasks(), agent, server, dir));
  } finally {
    await agent.close();
    await server.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** All tasks in each round; the first is there to warm up, and its times do not count. */
async function measure(tasks, agent, server, dir) {
  const results = new Map(
    tasks.map(({ name }) => [name, { calls: 0, landed: true, passed: true, rounds: [] }]),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const task of tasks) {
      const work = path.join(dir, `${task.name}-${round}`);
      const { times, calls, landed, passed } = await replay(task, agent, server, work);
      const result = results.get(task.name);
      result.calls = calls;
      result.landed &&= landed;
      result.passed &&= passed;
      if (round > 0) result.rounds.push(times);
    }
  }
  return results;
}

async function replay(task, agent, server, work) {
  await mkdir(work);
  await writeFiles(work, task.files);
  if (await passesCheck(work, task))
    throw new Error(`${task.name}: the check passes before anything is done`);
  server.requests.length = 0;
  server.add(...task.answers.map((steps) => ({ steps })));
  const spans = await agent.work(work, task.prompt);
  const wanted = Object.entries({ ...task.files, ...task.expect }).filter(([, text]) => text !== null);
  return {
    times: loopTimes(server.requests, spans),
    calls: spans.length,
    landed: server.unused() === 0 && isDeepStrictEqual(await readFiles(work), Object.fromEntries(wanted)),
    passed: await passesCheck(work, task),
  };
}

function report(results) {
  console.log(
    `Node ${process.version}; milliseconds of the loop for a tool call, the fastest of ${ROUNDS} rounds\n`,
  );
  console.log(`${'task'.padEnd(24)} calls  edits  check  median    p95`);
  for (const [name, { calls, landed, passed, rounds }] of results) {
    const marks = [landed, passed].map((ok) => (ok ? 'pass' : 'FAIL').padStart(6)).join(' ');
    console.log(
      `${name.padEnd(24)} ${String(calls).padStart(5)} ${marks} ${figures(fastest(rounds)).join(' ')}`,
    );
  }
  const all = [...results.values()];
  const ended = all.filter(({ landed, passed }) => landed && passed).length;
  const [median, p95] = figures(all.flatMap(({ rounds }) => fastest(rounds)));
  const [anyMedian, anyP95] = figures(all.flatMap(({ rounds }) => rounds.flat()));
  const verdicts = [
    [ended === all.length, `${ended} of ${all.length} tasks end as recorded`],
    [
      Number(p95) < LIMIT_MS,
      `the loop takes ${median} ms for a tool call, p95 ${p95} ms (limit ${LIMIT_MS})`,
    ],
  ];
  console.log();
  for (const [passed, line] of verdicts)
    console.log(`${passed ? 'pass' : 'FAIL'}  ${line.replace(/ +/g, ' ')}`);
  console.log(`      in all rounds: ${anyMedian.trim()} ms, p95 ${anyP95.trim()} ms`);
  if (verdicts.some(([passed]) => !passed)) process.exitCode = 1;
}

/** Of each call, in whichever round it took the least. */
function fastest([first, ...others]) {
  return first.map((time, call) => Math.min(time, ...others.map((times) => times[call])));
}

function figures(times) {
  return [0.5, 0.95].map((share) => quantile(times, share).toFixed(2).padStart(7));
}

await run();
