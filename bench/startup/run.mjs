/**
 * How fast simse starts and how much memory it takes, against bare Node and a bundled Ink hello world, measured side by side.
 * `npm run bench [rounds]`; ends with 1 when a limit is passed.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDist } from '../../scripts/build.mjs';
import { bundle } from '../../scripts/bundle.mjs';
import { measureInterleaved, timeInTerminal, timeToExit } from './measure.mjs';
import { peakMemory } from './process-tree.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIMSE = path.join(ROOT, 'bin/simse.js');
const DEFAULT_ROUNDS = 15;
const MEMORY_LIMIT_MB = 150;
/** Stands on the first frame of the REPL and nowhere before it. */
const PROMPT_MARK = '›';
const PROMPT = 'list .\nread a.txt\ngrep x .\nfind *.txt\nsay done';

async function run() {
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  try {
    const results = [...(await measureStart(dir, rounds)), ...(await measureMemory(dir))];
    for (const { line, passed } of results) console.log(`${passed ? 'pass' : 'FAIL'}  ${line}`);
    if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measureStart(dir, rounds) {
  await buildDist();
  const hello = path.join(dir, 'hello');
  await bundlePlainInk(hello);
  const env = await bareEnvironment(dir);
  const terminal = { env: { ...env, TERM: 'xterm-256color' }, cwd: path.join(dir, 'work') };
  const empty = ['-e', '0'];
  const times = await measureInterleaved(
    {
      'node -e 0': () => timeToExit(empty, env),
      'simse --version': () => timeToExit([SIMSE, '--version'], env),
      'simse --help': () => timeToExit([SIMSE, '--help'], env),
      'node -e 0, terminal': () => timeInTerminal(empty, terminal),
      'Ink hello, first frame': () =>
        timeInTerminal([path.join(hello, 'main.js')], { ...terminal, text: 'hello' }),
      'simse, first frame': () => timeInTerminal([SIMSE], { ...terminal, text: PROMPT_MARK }),
    },
    rounds,
  );
  console.log(`Node ${process.version}, medians of ${rounds} rounds:`);
  for (const [name, time] of Object.entries(times))
    console.log(`      ${time.toFixed(0).padStart(4)} ms  ${name}`);
  const compare = (name, base, limit) => {
    const ratio = times[name] / times[base];
    return { passed: ratio <= limit, line: `${name}: ${ratio.toFixed(2)} × ${base} (limit ${limit})` };
  };
  return [
    compare('simse --version', 'node -e 0', 2.5),
    compare('simse, first frame', 'node -e 0, terminal', 12),
    compare('simse, first frame', 'Ink hello, first frame', 1.7),
  ];
}

/** Ink as anybody gets it from a bundler, without the patches that simse's own build applies. */
async function bundlePlainInk(outdir) {
  await bundle({
    input: { main: 'bench/startup/ink-hello.tsx' },
    outdir,
    isPlain: true,
    external: ['react-devtools-core'],
  });
}

async function measureMemory(dir) {
  if (process.platform !== 'linux') return [];
  const env = await bareEnvironment(dir);
  const { pss, rss, processes } = await peakMemory([SIMSE, '-p', PROMPT], {
    env,
    cwd: path.join(dir, 'work'),
  });
  const shared = `${pss.toFixed(0)} MB when shared pages count once`;
  const line = `headless run, ${processes} processes: ${rss.toFixed(0)} MB resident in all (limit ${MEMORY_LIMIT_MB}; ${shared})`;
  return [{ passed: rss < MEMORY_LIMIT_MB, line }];
}

/** A user who wanted no agent at their first run and has done nothing since, with one project file. */
async function bareEnvironment(dir) {
  await mkdir(path.join(dir, 'work'), { recursive: true });
  await mkdir(path.join(dir, 'data'), { recursive: true });
  await writeFile(path.join(dir, 'data/setup.json'), '{"agent":null}');
  await writeFile(path.join(dir, 'work/a.txt'), 'x\n');
  return {
    PATH: process.env.PATH,
    HOME: dir,
    TMPDIR: dir,
    SIMSE_CONFIG_DIR: path.join(dir, 'config'),
    SIMSE_DATA_DIR: path.join(dir, 'data'),
  };
}

await run();
