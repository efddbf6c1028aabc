import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';
import { bundleOptions } from '../../scripts/build.mjs';

/** Makes `client.ts` or `server.ts` a program that plain node runs, in a folder. Resolves with its path. */
export async function bundleProgram(name, folder) {
  await build({
    ...bundleOptions,
    entryPoints: { [name]: fileURLToPath(new URL(`${name}.ts`, import.meta.url)) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return path.join(folder, `${name}.mjs`);
}
