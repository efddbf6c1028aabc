import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';
import { afterAll } from 'vitest';

/** What cross-spawn, a CommonJS module within the bundle, needs. */
const REQUIRE_IN_ESM = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

/** A fixture written in TypeScript as a file that plain node runs; removed after the test file. */
export async function bundleFixture(name: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'simse-fixture-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const outfile = path.join(dir, `${path.parse(name).name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE_IN_ESM },
    logLevel: 'silent',
  });
  return outfile;
}
