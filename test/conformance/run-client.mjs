/** `npm run conformance:client -- <url>`: what the conformance suite starts for each scenario, made of this tree as it is. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleClient } from './bundle-client.mjs';

const folder = await mkdtemp(path.join(tmpdir(), 'simse-conformance-'));
try {
  const client = await bundleClient(folder);
  const { status } = spawnSync(process.execPath, [client, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
