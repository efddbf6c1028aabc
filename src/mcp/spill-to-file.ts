import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../core/errors.ts';
import type { Spill } from './cap-result.ts';

/** Spills into a new file of `folder`, which only the user can read. Without a folder, or when it fails, it says so. */
export function spillToFile(folder: string | undefined, tool: string): Spill {
  return async (content, mimeType) => {
    if (folder === undefined) return 'was not kept';
    const path = join(
      folder,
      `${tool.replace(/[^A-Za-z0-9_-]+/g, '-')}-${randomBytes(6).toString('hex')}.${endingFor(mimeType)}`,
    );
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, content, { flag: 'wx', mode: 0o600 });
      return `is in ${path}`;
    } catch (error) {
      return `could not be kept: ${messageOf(error)}`;
    }
  };
}

/** `txt` for text, `png` for image/png; a type that says nothing plain has none of its own. */
function endingFor(mimeType: string): string {
  if (mimeType === 'text/plain') return 'txt';
  return /^\w+\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1] ?? 'bin';
}
