import { expect, test } from 'vitest';
import type { LibraryChange } from '../../src/core/ports/library.ts';
import { watchCpu } from '../helpers/watch-cpu.ts';
import { emptyLibrary } from './empty-library.ts';

test('of many that are shelved together each is kept or refused as if it came alone', async () => {
  const { library, dir } = await emptyLibrary({ watch: true });
  const changes: LibraryChange[] = [];
  library.onChange((more) => changes.push(...more));
  const { id: before } = await library.shelve({ topic: 'old', text: 'known' });
  const outcomes = await library.shelveAll([
    { topic: 'T', title: 'Note', text: 'one', source: ' \u001b[1mme ' },
    { topic: 't', title: 'Note', text: 'two' },
    { topic: 'u', text: ' ONE\n' },
    { topic: 'u', text: 'Known' },
    { topic: 'u', text: '' },
    { topic: '…', text: 'three' },
    { topic: 'u', text: 'four' },
  ]);
  expect(outcomes.map((kept) => ('id' in kept ? kept.id : `${kept.code}: ${kept.message}`))).toEqual([
    't/note',
    't/note-2',
    'duplicate: The library already has this: t/note.',
    'duplicate: The library already has this: old/known.',
    'usage: An entry needs text.',
    'usage: "…" is not a topic.',
    'u/four',
  ]);
  expect(outcomes[0]).toEqual(await library.read('t/note'));
  expect((await library.search({ text: 'two' })).map(({ id }) => id)).toEqual(['t/note-2']);
  const ids = [before, 't/note', 't/note-2', 'u/four'];
  expect(changes).toEqual(ids.map((id) => ({ id, kind: 'added' })));
  const { library: other } = await emptyLibrary({ dir });
  expect((await other.list({})).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('thousands are shelved together in the time of a few looks, also under one title', async () => {
  const { library } = await emptyLibrary();
  const entries = Array.from({ length: 2000 }, (_, at) => ({
    topic: 't',
    title: 'Note',
    text: `text ${at}`,
  }));
  const cpuMs = watchCpu();
  const outcomes = await library.shelveAll(entries);
  expect(cpuMs()).toBeLessThan(10_000);
  expect(outcomes.at(-1)).toMatchObject({ id: 't/note-2000' });
});
