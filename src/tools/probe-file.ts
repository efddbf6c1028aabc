import { open, stat } from 'node:fs/promises';

const PROBED_BYTES = 8000;

export interface FileProbe {
  /** False for folders, pipes and devices, which are not opened: that could wait for ever. */
  isFile: boolean;
  bytes: number;
  /** As git decides it: a NUL among the first bytes. */
  isBinary: boolean;
}

/** What kind of file this is, from its first bytes. Follows symlinks. Throws what `stat` and `open` throw. */
export async function probeFile(path: string): Promise<FileProbe> {
  const stats = await stat(path);
  if (!stats.isFile()) return { isFile: false, bytes: 0, isBinary: false };
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
    return { isFile: true, bytes: stats.size, isBinary: buffer.subarray(0, bytesRead).includes(0) };
  } finally {
    await file.close();
  }
}
