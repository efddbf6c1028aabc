import { expect, test } from 'vitest';
import { KeyedList } from '../../../src/core/state/keyed-list.ts';
import { createRandom } from '../../helpers/random.ts';

interface Item {
  key: string;
  open: boolean;
}

const READING = { keysOf: ({ key }: Item) => [key], isOpen: ({ open }: Item) => open };

const KEYS = ['a', 'b', 'c', '__proto__'];

function told(list: KeyedList<Item>) {
  return {
    items: [...list],
    length: list.length,
    open: list.openIndexes(),
    last: KEYS.map((key) => list.lastIndexOf(key)),
  };
}

/** The same, found by looking at each. */
function found(items: readonly Item[]): ReturnType<typeof told> {
  return {
    items: [...items],
    length: items.length,
    open: items.flatMap(({ open }, index) => (open ? [index] : [])),
    last: KEYS.map((key) => items.findLastIndex((item) => item.key === key)),
  };
}

test('every version of a list keeps what it holds, whichever of them is gone on with', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = createRandom(seed);
    const versions: { list: KeyedList<Item>; items: readonly Item[] }[] = [
      { list: KeyedList.of(READING), items: [] },
    ];
    const item = (key = random.pick(KEYS)) => ({ key, open: random.below(3) === 0 });
    for (let step = 0; step < 60; step += 1) {
      // Mostly the newest.
      const back = random.below(4) === 0 ? random.below(versions.length) : 0;
      const { list, items } = versions.at(-1 - back) ?? { list: KeyedList.of(READING), items: [] };
      const place = items.length === 0 || random.below(3) > 0 ? -1 : random.below(items.length);
      const next = item(items[place]?.key);
      versions.push(
        place < 0
          ? { list: list.append(next), items: [...items, next] }
          : { list: list.with(place, next), items: items.with(place, next) },
      );
    }
    for (const { list, items } of versions) expect(told(list), `seed ${seed}`).toEqual(found(items));
  }
});

test('a list of many chunks reads like an array', () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ key: `k${index}`, open: index % 300 === 0 }));
  const list = KeyedList.of(READING, items);
  for (const [from, to] of [
    [0, 1000],
    [255, 257],
    [256, 512],
    [-3, undefined],
    [999, 5000],
    [700, 300],
    [1000, undefined],
  ] as const)
    expect(list.slice(from, to)).toEqual(items.slice(from, to));
  for (const index of [0, 255, 256, 999, 1000, -1, -1000, -1001])
    expect(list.at(index)).toBe(items.at(index));
  expect(list.flatMap(({ open }, index) => (open ? [index] : []))).toEqual([0, 300, 600, 900]);
  expect(list.map(({ key }) => key)).toEqual(items.map(({ key }) => key));
  expect(list.filter(({ open }) => open)).toHaveLength(4);
  expect(list.find(({ open }) => !open)).toBe(items[1]);
  expect(list.findLast(({ open }) => open)).toBe(items[900]);
  expect(list.findLastIndex(({ key }) => key === 'nobody')).toBe(-1);
  expect(list.some(({ key }) => key === 'k999')).toBe(true);
  expect(list.last('nobody')).toBeUndefined();
  expect(() => list.with(1000, items[0] ?? { key: '', open: false })).toThrow(RangeError);
});
