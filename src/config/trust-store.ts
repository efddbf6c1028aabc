import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isMissing, messageOf, SimseError } from '../core/errors.ts';
import { withLock } from '../platform/process-lock.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import type { TrustSubject } from './trust-subject.ts';

const trustFileSchema = z.object({
  version: z.literal(1),
  trusted: z.array(
    z.object({ hash: z.string(), kind: z.string(), name: z.string(), file: z.string(), at: z.number() }),
  ),
});
type TrustRecord = z.output<typeof trustFileSchema>['trusted'][number];

/** What the user has agreed to, bound to the exact commands. */
export interface TrustStore {
  /** Why earlier answers could not be read, in which case nothing is trusted. */
  readonly warning: string | null;
  isTrusted(subject: TrustSubject): boolean;
  /** Holds at once for this run; rejects with SimseError('store_failed') when it could not be kept for the next. */
  trust(subject: TrustSubject): Promise<void>;
  /** Takes that back; rejects as `trust`. */
  distrust(subject: TrustSubject): Promise<void>;
}

/** Opens `trust.json` in the data directory. Never rejects. */
export async function openTrustStore(dataDir: string): Promise<TrustStore> {
  const file = join(dataDir, 'trust.json');
  const before = await readRecords(file);
  const trusted = new Set(before.records.map(({ hash }) => hash));
  const replace = async (hash: string, record: TrustRecord[]): Promise<void> => {
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      await withLock(dataDir, 'trust', async () => {
        // Another simse may have written meanwhile.
        const { records } = await readRecords(file);
        const kept = [...records.filter((other) => other.hash !== hash), ...record];
        const text = JSON.stringify({ version: 1, trusted: kept }, null, 2);
        await writeFileAtomic(file, `${text}\n`, 0o600);
      });
    } catch (error) {
      throw new SimseError('store_failed', `The answer applies to this run only: ${messageOf(error)}`, {
        cause: error,
      });
    }
  };
  return {
    warning: before.warning,
    isTrusted: ({ hash }) => trusted.has(hash),
    async trust({ hash, kind, name, file: configFile }) {
      trusted.add(hash);
      await replace(hash, [{ hash, kind, name, file: configFile, at: Date.now() }]);
    },
    async distrust({ hash }) {
      trusted.delete(hash);
      await replace(hash, []);
    },
  };
}

async function readRecords(file: string): Promise<{ records: TrustRecord[]; warning: string | null }> {
  try {
    return {
      records: trustFileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).trusted,
      warning: null,
    };
  } catch (error) {
    if (isMissing(error)) return { records: [], warning: null };
    return { records: [], warning: `${file} cannot be read, so no project file is trusted.` };
  }
}
