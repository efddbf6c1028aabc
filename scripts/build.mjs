/**
 * Bundles src/main.ts into dist/: ES modules with code splitting, so that a command loads only what it uses, and every
 * library inside, so that the published package has no dependencies. Run it as a script (`--keep` leaves the chunks of
 * earlier builds where they are), or call `buildDist`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';
import { patchLibraries } from './library-patches.mjs';
import { collectNotices } from './third-party-notices.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The ES module of a package, as another package sees it. */
function moduleOf(name, user) {
  const require = createRequire(createRequire(import.meta.url).resolve(user));
  return require.resolve(name).replace(/\.js$/, '.mjs');
}

/** esbuild's options, shared with the benchmark so that it compares like with like. */
export const bundleOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  jsx: 'automatic',
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  // jsonc-parser's main file loads its parts in a way that cannot be bundled; its module file can.
  mainFields: ['module', 'main'],
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: {
    // Ink's own dependencies would bring an older copy, and with it other widths for the same text.
    'string-width': path.join(ROOT, 'node_modules/string-width/index.js'),
    // The parts of the AI SDK pin one patch release each, and it would be there four times.
    '@ai-sdk/provider-utils': moduleOf('@ai-sdk/provider-utils', 'ai'),
  },
  // CommonJS libraries call require() for Node's own modules.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  plugins: [patchLibraries],
  logLevel: 'silent',
};

/**
 * Builds `outdir` from `entry`, both relative to the repository. Files are replaced one by one, the entry last, so that a
 * simse which is running meanwhile still finds its chunks; `prune` then removes what no longer belongs.
 */
export async function buildDist({ entry = 'src/main.ts', outdir = 'dist', prune = true } = {}) {
  const result = await build({
    ...bundleOptions,
    entryPoints: { main: entry },
    outdir,
    write: false,
    metafile: true,
  });
  const files = new Map(result.outputFiles.map((file) => [file.path, file.contents]));
  files.set(path.join(ROOT, outdir, 'THIRD-PARTY-NOTICES.txt'), await collectNotices(ROOT, result.metafile));

  const entryFile = path.join(ROOT, outdir, 'main.js');
  await mkdir(path.join(ROOT, outdir, 'chunks'), { recursive: true });
  for (const [file, contents] of files) {
    if (file !== entryFile) await writeFile(file, contents);
  }
  await writeFile(entryFile, files.get(entryFile));
  if (prune) await removeOthers(path.join(ROOT, outdir), files);
  return result.metafile;
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
  const { outputs } = await buildDist({ prune: !process.argv.includes('--keep') });
  const kilobytes = Math.round(Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `simse ${version}: dist/ in ${seconds} s, ${Object.keys(outputs).length} files, ${kilobytes} kB`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
