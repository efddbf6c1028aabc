import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';
import { bundleOptions } from '../../scripts/build.mjs';

const ENTRY = fileURLToPath(new URL('client.ts', import.meta.url));

/** Makes the client a program that plain node runs, in a folder. Resolves with its path. */
export async function bundleClient(folder) {
  await build({
    ...bundleOptions,
    entryPoints: { client: ENTRY },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return path.join(folder, 'client.mjs');
}
