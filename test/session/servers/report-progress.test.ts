import { expect, test } from 'vitest';
import type { ToolCatalogue } from '../../../src/core/ports/catalogue.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { reportProgress } from '../../../src/session/servers/report-progress.ts';
import { fakeMcpHost } from '../fake-ports.ts';

const DONE = { content: [], isError: false };

function setUp(call: ToolCatalogue['call']) {
  const started: SessionEvent[] = [];
  const events: SessionEvent[] = [];
  const catalogue = reportProgress({ ...fakeMcpHost().catalogue, call }, (event) => {
    (event.type === 'tool_started' ? started : events).push(event);
  });
  return { started, events, catalogue };
}

test('of a flood the first and the last are told, and the caller hears of all', async () => {
  const { events, catalogue } = setUp((_name, _args, options) => {
    for (let progress = 1; progress <= 1000; progress += 1) options?.onProgress?.({ progress, total: 1000 });
    return Promise.resolve(DONE);
  });
  const heard: number[] = [];
  await catalogue.call('files/copy', {}, { onProgress: ({ progress }) => heard.push(progress) });
  expect(heard).toHaveLength(1000);
  expect(events).toEqual([
    { type: 'tool_progress', tool: 'files/copy', run: 1, progress: 1, total: 1000 },
    { type: 'tool_progress', tool: 'files/copy', run: 1, progress: 1000, total: 1000 },
  ]);
});

test('while a call runs, what came too soon is told a moment later', async () => {
  let end = (): void => {};
  const { events, catalogue } = setUp((_name, _args, options) => {
    for (const progress of [1, 2, 3]) options?.onProgress?.({ progress });
    return new Promise((resolve) => {
      end = () => resolve(DONE);
    });
  });
  const call = catalogue.call('files/copy', {});
  expect(events).toMatchObject([{ progress: 1 }]);
  await expect.poll(() => events).toMatchObject([{ progress: 1 }, { progress: 3 }]);
  end();
  await call;
  expect(events).toHaveLength(2);
});

test('calls at once are told apart, and by the id that the backend has for them', async () => {
  const { events, catalogue } = setUp((_name, _args, options) => {
    options?.onProgress?.({ progress: 1, message: 'x'.repeat(10_000) });
    return Promise.resolve(DONE);
  });
  await Promise.all([catalogue.call('a/b', {}, { toolCallId: 't1' }), catalogue.call('a/b', {})]);
  expect(events).toMatchObject([{ run: 1, toolCallId: 't1' }, { run: 2 }]);
  expect(events[0]).toHaveProperty('message', 'x'.repeat(500));
  expect(events[1]).not.toHaveProperty('toolCallId');
});

test('what runs is told with its arguments, of long ones the beginning', async () => {
  const { started, catalogue } = setUp(() => Promise.resolve(DONE));
  await catalogue.call('a/b', { path: 'x' }, { toolCallId: 't1' });
  await catalogue.call('a/b', { text: 'y'.repeat(10_000) });
  expect(started).toMatchObject([
    { tool: 'a/b', run: 1, toolCallId: 't1', args: '{"path":"x"}' },
    { tool: 'a/b', run: 2, args: expect.stringMatching(/^.{2000}$/) },
  ]);
});

test('a call that fails fails as it did', async () => {
  const { catalogue } = setUp(() => Promise.reject(new Error('gone')));
  await expect(catalogue.call('a/b', {})).rejects.toThrow('gone');
});
