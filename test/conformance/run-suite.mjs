import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BROWSER = fileURLToPath(new URL('browse.mjs', import.meta.url));
/** What the suite calls core is all that this revision of the protocol asks of a client. */
const CORE_REVISION = '2025-11-25';
const SCENARIO_MS = 60_000;
const COUNTS = /Passed: (\d+)\/(\d+)/;

/** The names of the client scenarios of a suite, `core` or `all`. */
export async function listScenarios({ node, suite }, name) {
  const revision = name === 'core' ? ['--spec-version', CORE_REVISION] : [];
  const { stdout } = await run(node, [suite, 'list', '--client', ...revision]);
  return [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, scenario]) => scenario);
}

/**
 * Runs scenarios against the client, `jobs` at a time: some of them measure times, which a crowd of processes would spoil.
 * For the same reason one that fails is run a second time by itself. `onResult` gets each result as it is final.
 */
export async function runScenarios(tools, client, scenarios, { jobs, onResult }) {
  const queue = [...scenarios];
  const failed = [];
  const results = [];
  const settle = (result) => {
    results.push(result);
    onResult(result);
  };
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runScenario(tools, client, next);
      if (result.passed) settle(result);
      else failed.push(next);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const scenario of failed) settle({ ...(await runScenario(tools, client, scenario)), again: true });
  return results;
}

async function runScenario({ node, suite }, client, scenario) {
  const started = performance.now();
  const command = `"${process.execPath}" "${client}"`;
  const args = [
    suite,
    'client',
    '--command',
    command,
    '--scenario',
    scenario,
    '--timeout',
    String(SCENARIO_MS),
  ];
  const env = { ...process.env, BROWSER: `"${process.execPath}" "${BROWSER}"` };
  const {
    code = 0,
    stdout,
    stderr,
  } = await run(node, args, { env, timeout: 2 * SCENARIO_MS }).catch((error) => error);
  const [, checks = '0', of = '0'] = COUNTS.exec(stderr) ?? [];
  const ms = Math.round(performance.now() - started);
  return {
    scenario,
    passed: code === 0,
    checks: Number(checks),
    of: Number(of),
    ms,
    output: `${stdout}${stderr}`,
  };
}
