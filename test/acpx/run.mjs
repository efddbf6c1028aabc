/**
 * `npm run conformance:agent`: `simse agent` driven by acpx, an ACP client that is not simse's, and by the cases that acpx's
 * conformance profile requires of agents; each with a scripted model and without one. acpx and the Node that it needs are
 * installed when they are first needed; dist/ has to be built. Prints a table; ends with 1 when a case fails.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installTools } from '../helpers/install-tools.mjs';
import { ACPX_CASES } from './acpx-cases.mjs';
import { AGENT, openPlace, openScene } from './open-scene.mjs';
import { PROFILE_CASES } from './profile-cases.mjs';

const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const CASE_MS = 120_000;

async function main() {
  const { node, modules } = await installTools(TOOLS, 'simse-acpx');
  const program = path.join(modules, 'acpx/dist/cli.js');
  const results = [];
  for (const withModel of [false, true]) {
    process.stdout.write(`\n${withModel ? 'with a model' : 'without a model'}\n`);
    for (const [name, { files, run }] of Object.entries(PROFILE_CASES)) {
      results.push(await tell(`acp.v1.${name}`, () => inPlace(openScene(withModel, { files }), run)));
    }
    for (const [name, run] of Object.entries(ACPX_CASES)) {
      const useAcpx = (place) => run({ ...place, acpx: (...args) => runAcpx(node, program, place, args) });
      results.push(await tell(`acpx: ${name}`, () => inPlace(openPlace(withModel), useAcpx)));
    }
  }
  const passed = results.filter(Boolean).length;
  process.stdout.write(`\n${passed} of ${results.length} cases pass\n`);
  if (passed < results.length) process.exitCode = 1;
}

async function inPlace(opening, run) {
  const place = await opening;
  try {
    await run(place);
  } finally {
    await place.close();
  }
}

async function tell(name, run) {
  const started = performance.now();
  const failure = await run().then(
    () => null,
    (error) => error,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${failure === null ? 'pass' : 'FAIL'}  ${name.padEnd(64)} ${seconds.padStart(5)} s\n`,
  );
  if (failure !== null) process.stdout.write(`${String(failure.stack)}\n`);
  return failure === null;
}

async function runAcpx(node, program, { cwd, env }, args) {
  const agent = AGENT.map((word) => `"${word}"`).join(' ');
  const all = [program, '--agent', agent, ...args];
  const running = promisify(execFile)(node, all, { cwd, env, timeout: CASE_MS });
  running.child.stdin.end();
  return running.then(
    ({ stdout, stderr }) => ({ exitCode: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
  );
}

await main();
