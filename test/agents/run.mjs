/**
 * Real agents through the real binary, headless: every case with every agent, as a table and as JSON. Not part of `npm test`:
 * it needs agents that are installed and a model that follows the prompts of `cases.mjs`; README.md says which.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES } from './cases.mjs';
import { readEnvironment, USAGE } from './environment.mjs';
import { formatResults, summarize } from './report.mjs';
import { runCase } from './run-case.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(args) {
  const environment = await readEnvironment(args);
  const cases = environment.cases.length === 0 ? CASES : environment.cases.map(findCase);
  const simse = environment.simse ?? path.join(ROOT, 'bin/simse.js');
  const queue = cases.flatMap((test) => environment.agents.map((agent) => ({ agent, test })));
  const results = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runCase({ ...next, environment, simse });
      results.push(result);
      if (result.outcome !== '-') process.stderr.write(`${formatResults([result])}\n`);
    }
  };
  await Promise.all(Array.from({ length: environment.jobs }, work));
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  process.stdout.write(summarize(results, cases, environment.agents));
  await writeFile(environment.json, `${JSON.stringify({ simse: version, results }, null, 2)}\n`);
  process.stdout.write(`\nAll of it is in ${environment.json}\n`);
  if (results.some(({ outcome }) => outcome === 'FAIL')) process.exitCode = 1;
}

function findCase(name) {
  const found = CASES.find((test) => test.name === name);
  if (found !== undefined) return found;
  throw new Error(`There is no case "${name}". There are ${CASES.map((test) => test.name).join(', ')}.`);
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
});
