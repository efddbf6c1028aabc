import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TempFolder extends AsyncDisposable {
  /** Without symlinks. */
  readonly path: string;
}

/** An empty folder that only this user can look into. Disposing removes it and what was put there. */
export async function createTempFolder(): Promise<TempFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'simse-')));
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
