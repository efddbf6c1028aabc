/** How this repository bundles: what `npm run build` makes, and what benchmarks and tests run as plain files, are made alike. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { patchLibraries } from './library-patches.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const ALIASES = {
  // Ink's own dependencies would bring an older copy, and with it other widths for the same text.
  'string-width': path.join(ROOT, 'node_modules/string-width/index.js'),
  // The parts of the AI SDK pin one patch release each, and it would be there four times.
  '@ai-sdk/provider-utils': moduleOf('@ai-sdk/provider-utils', 'ai'),
};

/**
 * Bundles the programs of `input` (names to files, relative to the repository) with every library inside, as ES modules with
 * code splitting, so that a program loads only what it uses. Resolves with what was made; with `outdir` it is written as well.
 * `isPlain` leaves out what simse changes in libraries, for a comparison with them as they are.
 */
export async function bundle({ input, outdir, extension = 'js', isPlain = false, external = [] }) {
  const bundler = await rolldown({
    cwd: ROOT,
    input,
    external,
    platform: 'node',
    // jsonc-parser's main file loads its parts in a way that cannot be bundled; its module file can.
    resolve: { mainFields: ['module', 'main'], alias: isPlain ? {} : ALIASES },
    transform: { target: 'node20', jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: isPlain ? [] : [patchLibraries],
    checks: { eval: false },
    logLevel: 'warn',
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const options = {
    dir: outdir ?? path.join(ROOT, 'dist'),
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name]-[hash].${extension}`,
  };
  try {
    const { output } = await (outdir === undefined ? bundler.generate(options) : bundler.write(options));
    return output;
  } finally {
    await bundler.close();
  }
}

/** The ES module of a package, as another package sees it. */
function moduleOf(name, user) {
  const require = createRequire(createRequire(import.meta.url).resolve(user));
  return require.resolve(name).replace(/\.js$/, '.mjs');
}
