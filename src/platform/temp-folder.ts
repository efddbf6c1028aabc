import { randomUUID } from 'node:crypto';
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

/** Paths of Unix sockets end at 104 bytes on macOS and 108 on Linux. */
const MAX_TEMP_DIR_BYTES = 80;

interface PrivateSocketPath extends AsyncDisposable {
  readonly path: string;
}

/**
 * A path to listen on that only this user can reach: a socket in a new folder with mode 0700, on Windows a named pipe
 * with a name that cannot be guessed. Disposing removes the folder.
 */
export async function createPrivateSocketPath(): Promise<PrivateSocketPath> {
  if (process.platform === 'win32') {
    return { path: `\\\\.\\pipe\\simse-${randomUUID()}`, async [Symbol.asyncDispose]() {} };
  }
  const parent = Buffer.byteLength(tmpdir()) > MAX_TEMP_DIR_BYTES ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(parent, 'simse-'));
  return {
    path: join(folder, 'socket'),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}
