import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SUITE_MS = 240_000;
/** A line of the suite's own summary. */
const RESULT = /^([✓✗]) (\S+): (\d+) passed, (\d+) failed/gmu;

/** Runs every scenario for servers against the program, which is stopped after it. */
export async function runServerSuite({ node, suite }, program) {
  const server = spawn(process.execPath, [program, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [url] = await once(server.stdout, 'data');
    const args = [suite, 'server', '--url', String(url).trim(), '--suite', 'all'];
    const { stdout, stderr } = await run(node, args, { timeout: SUITE_MS }).catch((error) => error);
    return [...stdout.matchAll(RESULT)].map(([, mark, scenario, passed, failed]) => ({
      scenario,
      passed: mark === '✓' && failed === '0',
      checks: Number(passed),
      of: Number(passed) + Number(failed),
      output: `${stdout}${stderr}`,
    }));
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}
