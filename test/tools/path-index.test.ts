import { expect, test } from 'vitest';
import { createPathIndex } from '../../src/tools/path-index.ts';

const NEVER = new AbortController().signal;

function indexOf(paths: readonly string[]) {
  const index = createPathIndex();
  for (const path of paths) index.add(path);
  return index;
}

const found = async (query: string, paths: readonly string[], limit = 10) =>
  (await indexOf(paths).search(query, limit, NEVER)).map(({ path }) => path);

const PATHS = [
  'src/tui/repl/app.tsx',
  'src/core/events.ts',
  'README.md',
  'docs/architecture.md',
  'src/main.ts',
];

test('folders are found as well as files', async () => {
  expect(await found('core', PATHS)).toEqual(['src/core/', 'src/core/events.ts']);
});

test('nothing typed lists the top, folders first', async () => {
  expect(await found('', PATHS)).toEqual(['docs/', 'src/', 'README.md']);
});

test('a folder that is typed to its end lists what lies in it first', async () => {
  expect(await found('src/', PATHS, 3)).toEqual(['src/core/', 'src/tui/', 'src/main.ts']);
});

test('no more are given than were asked for, the best of all', async () => {
  const paths = Array.from({ length: 500 }, (_, at) => `deep/file-${at}/needle-not.ts`);
  expect(await found('needle', [...paths, 'needle.ts'], 1)).toEqual(['needle.ts']);
});

test('100,000 files are searched between other work, which is never kept waiting for long', async () => {
  const names = ['session', 'editor', 'panel', 'store', 'view', 'queue', 'event', 'token'];
  const index = createPathIndex();
  for (let at = 0; at < 100_000; at += 1) {
    const name = (by: number) => names[Math.floor(at / by) % names.length];
    index.add(`${name(1)}/${name(8)}-${at % 97}/${name(64)}${at}.ts`);
  }
  let rounds = 0;
  const timer = setInterval(() => {
    rounds += 1;
  }, 0);
  const slices: number[] = [];
  for (const query of ['s', 'se', 'sessionqueue', 'token99999', 'src/']) {
    const before = rounds;
    const matches = await index.search(query, 50, NEVER);
    expect(matches.length).toBeLessThanOrEqual(50);
    slices.push(rounds - before);
  }
  clearInterval(timer);
  expect(slices.some((count) => count > 0)).toBe(true);
  expect((await index.search('token99999', 1, NEVER))[0]?.path).toMatch(/99999\.ts$/);
});

test('a search begins after what asked for it, so that a key is drawn first', async () => {
  let isFound = false;
  const searching = indexOf(['src/cart.ts'])
    .search('cart', 50, NEVER)
    .then(() => {
      isFound = true;
    });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(isFound).toBe(false);
  await searching;
});

test('a search that nobody waits for any more ends', async () => {
  const index = indexOf(Array.from({ length: 100_000 }, (_, at) => `folder/file-${at}.ts`));
  const aborted = new AbortController();
  const searching = index.search('file', 50, aborted.signal);
  aborted.abort();
  await expect(searching).rejects.toThrow('abort');
});
