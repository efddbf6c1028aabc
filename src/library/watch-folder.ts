import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSlug } from './entry-id.ts';

export interface FolderWatch {
  /** Follows topics that came since. */
  update(): Promise<void>;
  /** False when something could not be watched, so that changes may go unnoticed. */
  readonly isComplete: boolean;
  close(): void;
}

/** Calls back when something in the library's folder or a topic's changes. Keeps no process alive. */
export function watchFolder(dir: string, onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let isComplete = true;
  let isClosed = false;

  const follow = (path: string): void => {
    if (watchers.has(path) || isClosed) return;
    const stop = (): void => {
      watchers.get(path)?.close();
      watchers.delete(path);
      onChange();
    };
    try {
      const watcher = watch(path, { persistent: false }, onChange);
      watcher.on('error', stop);
      watchers.set(path, watcher);
    } catch {
      isComplete = false; // Gone meanwhile, or the system has no watch left.
    }
  };

  return {
    get isComplete() {
      return isComplete;
    },
    async update() {
      isComplete = true;
      // What is not there cannot be watched. Without a folder in the end, every call looks, and says what is wrong.
      await mkdir(dir, { recursive: true, mode: 0o700 }).catch(() => {});
      follow(dir);
      const topics = await readdir(dir).catch((): string[] => []);
      for (const topic of topics) if (isSlug(topic)) follow(join(dir, topic));
      for (const [path, watcher] of watchers) {
        if (path === dir || topics.some((topic) => path === join(dir, topic))) continue;
        watcher.close();
        watchers.delete(path);
      }
    },
    close() {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
