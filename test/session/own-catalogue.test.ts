import { expect, test } from 'vitest';
import type { OwnTool, OwnToolContext } from '../../src/core/ports/own-tool.ts';
import { createOwnCatalogue, joinCatalogues } from '../../src/session/own-tools/own-catalogue.ts';
import { fakeMcpHost } from './fake-ports.ts';

/** The catalogue of a session with one tool of simse's own; `calls` lists who called it with what. */
function ownTool() {
  const calls: unknown[] = [];
  let loads = 0;
  let isOffered = true;
  const tool: OwnTool = {
    name: 'library_search',
    title: 'Search',
    description: 'Searches.',
    inputSchema: { type: 'object' },
    call(args, { caller }: OwnToolContext) {
      calls.push({ args, caller });
      return Promise.resolve({ content: [], isError: false });
    },
  };
  const own = createOwnCatalogue({
    load() {
      loads += 1;
      return Promise.resolve([tool]);
    },
    isOffered: () => isOffered,
    caller: () => 'claude',
  });
  return {
    catalogue: joinCatalogues(fakeMcpHost().catalogue, own),
    calls,
    loads: () => loads,
    withdraw: () => void (isOffered = false),
  };
}

test("simse's own tools are among those of the servers, and are only loaded when somebody wants them", async () => {
  const { catalogue, loads } = ownTool();
  const changes: string[][] = [];
  catalogue.onChange(() => changes.push(catalogue.list().map(({ name }) => name)));
  expect([catalogue.list().map(({ name }) => name), loads()]).toEqual([['everything/echo'], 0]);
  await Promise.all([catalogue.ready(), catalogue.ready()]);
  expect(catalogue.list().map(({ name }) => name)).toEqual(['everything/echo', 'simse/library_search']);
  expect([changes, loads()]).toEqual([[['everything/echo', 'simse/library_search']], 1]);
});

test('a tool of simse is called with the name of the backend, also before anything was listed', async () => {
  const { catalogue, calls } = ownTool();
  await catalogue.call('simse/library_search', { query: 'x' });
  await catalogue.call('everything/echo', {});
  expect(calls).toEqual([{ args: { query: 'x' }, caller: 'claude' }]);
  await expect(catalogue.call('simse/other', {})).rejects.toMatchObject({ code: 'not_found' });
});

test('a backend without the bridge has none of them', async () => {
  const { catalogue, withdraw } = ownTool();
  await catalogue.ready();
  withdraw();
  expect(catalogue.list().map(({ name }) => name)).toEqual(['everything/echo']);
  expect(catalogue.find('simse/library_search')).toBeUndefined();
  await expect(catalogue.call('simse/library_search', {})).rejects.toMatchObject({ code: 'not_found' });
});
