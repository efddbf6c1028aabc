import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll } from 'vitest';

/** A file below test/fixtures that is written in TypeScript, as one that plain node runs; removed after the test file. */
export async function bundleFixture(name: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'simse-fixture-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const file = path.join(dir, `${path.parse(name).name}.mjs`);
  await build({
    input: fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)),
    platform: 'node',
    transform: { target: 'node20' },
    logLevel: 'silent',
    output: { file, format: 'esm', codeSplitting: false },
  });
  return file;
}
