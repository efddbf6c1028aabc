import { expect, onTestFinished, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { McpConnection } from '../../src/mcp/connection/mcp-connection.ts';
import type { Fetched } from '../../src/mcp/lists/fetch-list.ts';
import { LiveList } from '../../src/mcp/lists/live-list.ts';

interface Reading {
  connection: McpConnection;
  answer(items: string[], problems?: string[]): void;
  fail(error: Error): void;
}

/** A list whose every reading is answered by the test. */
function createList() {
  const readings: Reading[] = [];
  const seen: (readonly string[])[] = [];
  const problems: string[] = [];
  const list = new LiveList<string>({
    noun: 'tools',
    fetch: (connection) =>
      new Promise<Fetched<string>>((resolve, reject) => {
        readings.push({
          connection,
          answer: (items, found = []) => resolve({ items, problems: found }),
          fail: reject,
        });
      }),
    onChange: () => seen.push(list.items),
    onProblem: (text) => problems.push(text),
  });
  onTestFinished(() => list.stop());
  return { list, readings, seen, problems };
}

const connection = (): McpConnection => ({}) as McpConnection;
const { signal } = new AbortController();

test('a list that comes late from a connection that is gone does not replace the new one', async () => {
  const { list, readings, seen } = createList();
  const first = list.read(connection(), signal);
  list.detach();
  const second = list.read(connection(), signal);

  readings[1]?.answer(['new']);
  await second;
  readings[0]?.answer(['old']);
  await first;

  expect(list.items).toEqual(['new']);
  expect(seen).toEqual([['new']]);
});

test('a change that is told while the list is read leads to another reading after it', async () => {
  const { list, readings } = createList();
  const first = list.read(connection(), signal);
  list.refresh();
  list.refresh();
  readings[0]?.answer(['one']);
  await first;

  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.answer(['one', 'two']);
  await expect.poll(() => list.items).toEqual(['one', 'two']);
});

test('a list that is empty after its connection was lost stays empty, whatever still arrives', async () => {
  const { list, readings, seen } = createList();
  const first = list.read(connection(), signal);
  readings[0]?.answer(['one']);
  await first;
  list.refresh();
  await expect.poll(() => readings.length).toBe(2);

  list.clear();
  readings[1]?.answer(['one', 'late']);
  await Promise.resolve();

  expect(list.items).toEqual([]);
  expect(seen).toEqual([['one'], []]);
});

test('a list that is the same as before is no news, also from another connection', async () => {
  const { list, readings, seen } = createList();
  for (const index of [0, 1]) {
    const reading = list.read(connection(), signal);
    readings[index]?.answer(['one']);
    await reading;
    list.detach();
  }
  expect(seen).toEqual([['one']]);
});

test('a list that cannot be read again stays as it was, and that is told', async () => {
  const { list, readings, problems } = createList();
  const first = list.read(connection(), signal);
  readings[0]?.answer(['one'], ['one is odd']);
  await first;
  list.refresh();
  await expect.poll(() => readings.length).toBe(2);

  readings[1]?.fail(new SimseError('timeout', 'did not answer tools/list within 5 ms'));

  await expect
    .poll(() => problems)
    .toEqual(['one is odd', 'its tools could not be read again: it did not answer tools/list within 5 ms']);
  expect(list.items).toEqual(['one']);
});

test('what is wrong with a list is told when it is new, not with every reading', async () => {
  const { list, readings, problems } = createList();
  const odd = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const [index, found] of [odd, odd, ['a'], odd].entries()) {
    const reading = list.read(connection(), signal);
    readings[index]?.answer([], found);
    await reading;
  }
  expect(problems).toEqual(['a; b; c; d; e; and 2 more', 'a', 'a; b; c; d; e; and 2 more']);
});
