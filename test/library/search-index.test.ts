import { expect, test } from 'vitest';
import type { LibraryEntry } from '../../src/core/ports/library.ts';
import { createSearchIndex, loadSearchIndex, type SearchIndex } from '../../src/library/search-index.ts';

const TEXTS = [
  'Releases go out on Fridays.',
  'The cache lives for an hour, and is thrown away on Fridays.',
  'Release notes are written by hand. Release, release!',
  'constructor __proto__ toString',
];

const entry = (index: number, text: string): LibraryEntry => ({
  id: `build/entry-${index}`,
  topic: 'build',
  title: `Entry ${index}`,
  tags: ['note'],
  created: '2026-11-20T10:00:00.000Z',
  text,
});

function filled(): SearchIndex {
  const index = createSearchIndex();
  for (const [number, text] of TEXTS.entries()) index.put(entry(number, text));
  return index;
}

/** As it comes back from the disk. */
const stored = (index: SearchIndex): SearchIndex =>
  loadSearchIndex(JSON.parse(JSON.stringify(index)) as ReturnType<SearchIndex['toJSON']>);

const QUERIES = ['friday', 'relese', 'rel', 'note cache', 'constructor', '__proto__', 'nothing'];
const answers = (index: SearchIndex) => QUERIES.map((query) => index.search(query, () => true));

test('an index from the disk finds the same as before, in the same order', () => {
  const before = answers(filled());
  expect(before.map((hits) => hits.length)).toEqual([2, 1, 2, 1, 1, 1, 0]);
  expect(answers(stored(filled()))).toEqual(before);
  expect(answers(stored(stored(filled())))).toEqual(before);
});

test('what changes after it was read from the disk is found, and kept when it is written again', () => {
  const change = (index: SearchIndex): SearchIndex => {
    index.remove('build/entry-0');
    index.put(entry(1, 'The cache is gone.'));
    index.put(entry(9, 'A new release.'));
    return index;
  };
  const changed = answers(change(filled()));
  expect(changed).not.toEqual(answers(filled()));
  expect(answers(change(stored(filled())))).toEqual(changed);
  expect(answers(stored(change(stored(filled()))))).toEqual(changed);
});

test('what is no index is refused', () => {
  const broken = { index: [] } as unknown as ReturnType<SearchIndex['toJSON']>;
  expect(() => loadSearchIndex(broken)).toThrow(/incompatible/);
});
