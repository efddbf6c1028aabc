import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import { type TextStore, textHash } from './change-log.ts';

const PRIVATE = 0o600;

/** A folder of texts, each a file that is called by its hash: what is the same is kept once. */
export function createTextStore(dir: string): TextStore {
  const kept = new Set<string>();
  return {
    async keep(text) {
      const hash = textHash(text);
      if (kept.has(hash)) return hash;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(dir, hash), text, PRIVATE);
      kept.add(hash);
      return hash;
    },
    async read(hash) {
      const text = await readFile(join(dir, hash), 'utf8').catch(() => null);
      return text !== null && textHash(text) === hash ? text : null;
    },
  };
}
