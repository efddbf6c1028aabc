import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatEntryFile } from '../../src/library/entry-file.ts';

const TOPICS = 100;
const VOCABULARY = 20_000;
const WORDS = { least: 40, most: 200 };
const TAGS = ['build', 'style', 'release', 'test', 'network', 'database', 'idea', 'todo'];
const WRITTEN_TOGETHER = 64;

/** The word of a rank: rank 1 is the most frequent. Words of neighbouring ranks have nothing in common. */
export function wordOf(rank: number): string {
  const syllables = ['ba', 'ke', 'mi', 'lo', 'ru', 'sha', 'te', 'vi', 'no', 'zu', 'gra', 'pel', 'tor', 'win'];
  let rest = (rank * 7919) % 1_000_003;
  let word = '';
  for (let length = 0; length < 4; length += 1) {
    word += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  }
  return word;
}

/** Entries as people and agents would have written them, the same at each run: words as frequent as Zipf has them. */
export async function writeEntries(dir: string, count: number): Promise<void> {
  const random = randomNumbers(1);
  const text = zipfText(random);
  for (let topic = 0; topic < TOPICS; topic += 1)
    await mkdir(join(dir, `topic-${topic}`), { recursive: true });
  for (let at = 0; at < count; at += WRITTEN_TOGETHER) {
    const batch = Array.from({ length: Math.min(WRITTEN_TOGETHER, count - at) }, (_, offset) => {
      const index = at + offset;
      const file = formatEntryFile({
        title: text(6),
        tags: [TAGS[index % TAGS.length] ?? ''],
        created: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
        source: 'bench',
        text: text(WORDS.least + Math.floor(random() * (WORDS.most - WORDS.least))),
      });
      return writeFile(join(dir, `topic-${index % TOPICS}`, `entry-${index}.md`), file);
    });
    await Promise.all(batch);
  }
}

/** Makes texts of so many words. */
function zipfText(random: () => number): (words: number) => string {
  const sums: number[] = [];
  for (let rank = 1, sum = 0; rank <= VOCABULARY; rank += 1) sums.push((sum += 1 / rank));
  const total = sums.at(-1) ?? 1;
  const pick = (): string => wordOf(firstAbove(sums, random() * total) + 1);
  return (words) => Array.from({ length: words }, pick).join(' ');
}

function firstAbove(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From 0 to 1, the same sequence for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
