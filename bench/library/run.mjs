/**
 * The library with 10,000 entries: how long its first use in a process takes, with its index on disk, and how long a search
 * in a process that goes on, against bare Node and a search without an index, measured side by side.
 * `npm run bench:library [rounds]`; ends with 1 when a limit is passed.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from '../../scripts/bundle.mjs';
import { measureInterleaved, timeToExit } from '../startup/measure.mjs';

const START = fileURLToPath(new URL('start.mjs', import.meta.url));
const SCAN = fileURLToPath(new URL('naive-scan.mjs', import.meta.url));
const DEFAULT_ROUNDS = 11;
const ENTRIES = 10_000;
const SEARCHES = 200;
const START_LIMIT_MS = 500;
const SEARCH_LIMIT_MS = 20;
/** Of how frequent words the searches are, by rank: from those of most entries to those of few. */
const RANKS = { least: 20, most: 4000 };

async function run() {
  const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-bench-')));
  try {
    const subjects = path.join(dir, 'subjects.mjs');
    await bundleSubjects(dir);
    const { openLibrary, wordOf, writeEntries } = await import(pathToFileURL(subjects).href);
    const library = path.join(dir, 'library');
    await writeEntries(library, ENTRIES);
    const query = [wordOf(300), wordOf(900)];
    await timeToExit([START, subjects, library, 'search', query.join(' ')]);
    const results = [
      ...(await measureStarts({ subjects, library, query }, rounds)),
      ...(await measureSearches(openLibrary({ dir: library, watch: true }), wordOf)),
    ];
    for (const { line, passed } of results) console.log(`${passed ? 'pass' : 'FAIL'}  ${line}`);
    if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The library as it is built for users. */
async function bundleSubjects(dir) {
  await bundle({ input: { subjects: 'bench/library/subjects.ts' }, outdir: dir, extension: 'mjs' });
}

async function measureStarts({ subjects, library, query }, rounds) {
  const first = (what) => timeToExit([START, subjects, library, what, query.join(' ')]);
  const times = await measureInterleaved(
    {
      node: () => timeToExit(['-e', '0']),
      scan: () => timeToExit([SCAN, library, ...query]),
      list: () => first('list'),
      search: () => first('search'),
    },
    rounds,
  );
  const report = (name, time) => {
    const against = `${(time / times.node).toFixed(1)} × node -e 0, ${(time / times.scan).toFixed(2)} × reading every file`;
    return within(`${name} in a new process`, time, START_LIMIT_MS, against);
  };
  console.log(`Node ${process.version}, ${ENTRIES} entries, medians of ${rounds} rounds:`);
  return [report('first list', times.list), report('first search', times.search)];
}

/** One search after the other, each for other words, with a typing mistake or the beginning of a word in some. */
async function measureSearches(library, wordOf) {
  const queries = Array.from({ length: SEARCHES }, (_, index) => queryOf(index, wordOf));
  await library.search({ text: queries[0] });
  const times = [];
  let found = 0;
  for (const text of queries) {
    const started = performance.now();
    const hits = await library.search({ text });
    times.push(performance.now() - started);
    if (hits.length > 0) found += 1;
  }
  await library[Symbol.asyncDispose]();
  if (found < SEARCHES * 0.9) throw new Error(`only ${found} of ${SEARCHES} searches found something`);
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
  const spread = `95 % under ${at(0.95).toFixed(1)}, the slowest ${at(1).toFixed(1)} ms`;
  return [
    within(`a search in a process that goes on, median of ${SEARCHES}`, at(0.5), SEARCH_LIMIT_MS, spread),
  ];
}

function queryOf(index, wordOf) {
  const rank = RANKS.least + ((index * 97) % (RANKS.most - RANKS.least));
  const word = wordOf(rank);
  switch (index % 4) {
    case 0:
      return word;
    case 1:
      return `${word} ${wordOf(RANKS.least + index)}`;
    case 2:
      return word.slice(0, 4);
    default:
      return `${word.slice(0, 2)}${word.slice(3)}`;
  }
}

function within(name, time, limit, details) {
  return { passed: time <= limit, line: `${name}: ${time.toFixed(1)} ms (limit ${limit}; ${details})` };
}

await run();
