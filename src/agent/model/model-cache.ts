import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import type { ListedModel, Provider } from './provider.ts';

/** A provider's list as it was kept. */
export interface KeptList {
  models: readonly ListedModel[];
  /** Whether it is young enough not to ask again. */
  isFresh: boolean;
}

/** What providers listed before, so that a session need not wait for them. It holds no keys. */
export interface ModelCache {
  read(provider: Provider): Promise<KeptList | null>;
  /** Never rejects: what cannot be kept is asked for again. */
  write(provider: Provider, models: readonly ListedModel[]): Promise<void>;
}

const FRESH_MS = 24 * 60 * 60 * 1000;

const number = z.number().exactOptional();
const flag = z.boolean().exactOptional();
const costs = { input: z.number(), output: z.number(), cacheRead: number, cacheWrite: number };
const listSchema = z.object({
  at: z.number(),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string().exactOptional(),
      contextWindow: number,
      maxOutput: number,
      images: flag,
      reasoning: flag,
      price: z.object(costs).exactOptional(),
    }),
  ),
});
const fileSchema = z.record(z.string(), listSchema);
type Lists = z.output<typeof fileSchema>;

export function createModelCache(file: string, now: () => number = Date.now): ModelCache {
  let writing: Promise<unknown> = Promise.resolve();
  const save = async (provider: Provider, models: readonly ListedModel[]): Promise<void> => {
    const lists = { ...(await readLists(file)), [keyOf(provider)]: { at: now(), models } };
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, `${JSON.stringify(lists)}\n`, 0o600);
  };
  return {
    async read(provider) {
      const list = (await readLists(file))[keyOf(provider)];
      return list === undefined ? null : { models: list.models, isFresh: isWithin(now() - list.at) };
    },
    async write(provider, models) {
      const written = writing.then(() => save(provider, models)).catch(() => {});
      writing = written;
      await written;
    },
  };
}

/** A clock that was set back makes no list young for ever. */
function isWithin(age: number): boolean {
  return age >= 0 && age < FRESH_MS;
}

function keyOf({ name, kind, baseUrl }: Provider): string {
  return `${name} ${kind} ${baseUrl}`;
}

/** A file that is not there, or that something else has written, is as good as an empty one. */
async function readLists(file: string): Promise<Lists> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
