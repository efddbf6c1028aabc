/**
 * `npm run conformance:client -- <url>`: what the conformance suite starts for each scenario, made of this tree as it is.
 * `npm run conformance:server -- <port>`: what it tests as a server, until it is stopped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleProgram } from './bundle-program.mjs';

const [name, ...args] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'simse-conformance-'));
try {
  const program = await bundleProgram(name, folder);
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
