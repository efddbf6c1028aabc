/**
 * Bundles src/main.ts into dist/: ES modules with code splitting, so that a command loads only what it uses, and every
 * library inside, so that the published package has no dependencies. Run it as a script (`--keep` leaves the chunks of
 * earlier builds where they are), or call `buildDist`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { collectNotices } from './third-party-notices.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds `outdir` from `entry`, both relative to the repository. Files are replaced one by one, the entry last, so that a
 * simse which is running meanwhile still finds its chunks; `prune` then removes what no longer belongs. Resolves with the
 * size of each file, in bytes.
 */
export async function buildDist({ entry = 'src/main.ts', outdir = 'dist', prune = true } = {}) {
  const folder = path.join(ROOT, outdir);
  const chunks = await bundle({ input: { main: entry } });
  const files = new Map(chunks.map(({ fileName, code }) => [path.join(folder, fileName), code]));
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  files.set(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), await collectNotices(modules));

  const entryFile = path.join(folder, 'main.js');
  await mkdir(path.join(folder, 'chunks'), { recursive: true });
  for (const [file, contents] of files) {
    if (file !== entryFile) await writeFile(file, contents);
  }
  await writeFile(entryFile, files.get(entryFile));
  if (prune) await removeOthers(folder, files);
  return chunks.map(({ code }) => Buffer.byteLength(code));
}

async function removeOthers(outdir, files) {
  const entries = await readdir(outdir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(file)) await rm(file);
  }
}

async function main() {
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const started = performance.now();
  const sizes = await buildDist({ prune: !process.argv.includes('--keep') });
  const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`simse ${version}: dist/ in ${seconds} s, ${sizes.length} files, ${kilobytes} kB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
