/**
 * `npm run conformance -- client --suite core|all`, or `-- server`: simse against the conformance suite of MCP, as a table. The suite and
 * the Node that it needs are installed when they are first needed. Ends with 1 when a scenario fails.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { bundleOnce } from './bundle-once.mjs';
import { installSuite } from './install-suite.mjs';
import { runServerSuite } from './run-server-suite.mjs';
import { listScenarios, runScenarios } from './run-suite.mjs';

const USAGE = `
npm run conformance -- server     every scenario for servers
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
  const [side] = positionals;
  const isKnown = positionals.length === 1 && ['client', 'server'].includes(side);
  if (!isKnown || !['core', 'all'].includes(values.suite)) throw new Error(USAGE);
  const [tools, program] = await Promise.all([installSuite(), bundleOnce(side)]);
  const results =
    side === 'client' ? await testClient(tools, program, values) : await runServerSuite(tools, program);
  if (side === 'server') for (const result of results) process.stdout.write(`${row(result)}\n`);
  report(results, values.scenario !== undefined);
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}

async function testClient(tools, client, { suite, scenario, jobs }) {
  const scenarios = scenario === undefined ? await listScenarios(tools, suite) : [scenario];
  const onResult = (result) => process.stdout.write(`${row(result)}\n`);
  return runScenarios(tools, client, scenarios, { jobs: Number(jobs), onResult });
}

function row({ scenario, passed, checks, of, ms, again }) {
  const counts = `${checks}/${of} checks`.padStart(13);
  const seconds = ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`.padStart(7);
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
