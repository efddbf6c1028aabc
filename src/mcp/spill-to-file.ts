import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../core/errors.ts';
import type { Spill } from './cap-result.ts';

/** Spills into a new file of `folder`, which only the user can read. Without a folder, or when it fails, it says so. */
export function spillToFile(folder: string | undefined, tool: string): Spill {
  return async (text) => {
    if (folder === undefined) return 'was not kept';
    const path = join(
      folder,
      `${tool.replace(/[^A-Za-z0-9_-]+/g, '-')}-${randomBytes(6).toString('hex')}.txt`,
    );
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return `is in ${path}`;
    } catch (error) {
      return `could not be kept: ${messageOf(error)}`;
    }
  };
}
