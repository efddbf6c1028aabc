import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../scripts/bundle.mjs';

/** Makes `client.ts` or `server.ts` a program that plain node runs, in a folder. Resolves with its path. */
export async function bundleProgram(name, folder) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  await bundle({ input: { [name]: file }, outdir: folder, extension: 'mjs' });
  return path.join(folder, `${name}.mjs`);
}
