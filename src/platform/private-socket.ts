import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Paths of Unix sockets end at 104 bytes on macOS and 108 on Linux. */
const MAX_TEMP_DIR_BYTES = 80;

export interface PrivateSocketPath extends AsyncDisposable {
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
