/**
 * `npm run conformance -- client --suite core|all`: simse against the conformance suite of MCP, as a table. The suite and
 * the Node that it needs are installed when they are first needed. Ends with 1 when a scenario fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleClient } from './bundle-client.mjs';
import { installSuite } from './install-suite.mjs';
import { listScenarios, runScenarios } from './run-suite.mjs';

const USAGE = `
npm run conformance -- client [options]
  --suite core|all          which scenarios (core)
  --scenario NAME           only this one, with all that the suite says
  --jobs N                  so many at once (one for each core)
`;
const OPTIONS = {
  suite: { type: 'string', default: 'core' },
  scenario: { type: 'string' },
  jobs: { type: 'string', default: String(availableParallelism()) },
};

async function main(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (positionals.join() !== 'client' || !['core', 'all'].includes(values.suite)) throw new Error(USAGE);
  const folder = await mkdtemp(path.join(tmpdir(), 'simse-conformance-'));
  try {
    const [tools, client] = await Promise.all([installSuite(), bundleClient(folder)]);
    const scenarios =
      values.scenario === undefined ? await listScenarios(tools, values.suite) : [values.scenario];
    const onResult = (result) => process.stdout.write(`${row(result)}\n`);
    const results = await runScenarios(tools, client, scenarios, { jobs: Number(values.jobs), onResult });
    report(results, values.scenario !== undefined);
    if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function row({ scenario, passed, checks, of, ms, again }) {
  const counts = `${checks}/${of} checks`.padStart(13);
  const seconds = `${(ms / 1000).toFixed(1)} s`.padStart(7);
  return `${passed ? 'pass' : 'FAIL'}  ${scenario.padEnd(42)} ${counts} ${seconds}${again ? '  (second try, alone)' : ''}`;
}

function report(results, isVerbose) {
  for (const { scenario, passed, output } of results) {
    if (!passed || isVerbose) process.stdout.write(`\n== ${scenario}\n${output}\n`);
  }
  const passed = results.filter((result) => result.passed).length;
  process.stdout.write(`\n${passed} of ${results.length} scenarios pass\n`);
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
