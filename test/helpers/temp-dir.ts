import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** What to put into a folder: path to text, or to anything else, which is written as JSON. */
export type Files = Record<string, unknown>;

/**
 * An empty folder, or one with these files, that is removed when the running test has ended. Its path has no symlinks.
 *
 *     const dir = await tempDir({ 'src/a.ts': 'export {};', 'mcp.json': { servers: [] } });
 */
export async function tempDir(files: Files = {}): Promise<string> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'simse-')));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  await writeFiles(dir, files);
  return dir;
}

/** Writes files below a folder, which need not exist. */
export async function writeFiles(dir: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}
