import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Library } from '../../src/core/ports/library.ts';
import { openLibrary } from '../../src/library/open-library.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** A library in a folder of its own, or in that of another; closed when the test is over. */
export async function emptyLibrary(
  options: { watch?: boolean; dir?: string } = {},
): Promise<{ library: Library; dir: string }> {
  const dir = options.dir ?? join(await tempDir(), 'library');
  const library = openLibrary({ dir, watch: options.watch ?? false });
  onTestFinished(() => library[Symbol.asyncDispose]());
  return { library, dir };
}
