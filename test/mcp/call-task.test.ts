import { expect, test } from 'vitest';
import { fixture, SOON, startHost, textOf } from './start-host.ts';

test('a tool that only runs as a task is called like any other, and is alive as long as it works', async () => {
  const { host } = await startHost([fixture('tasks', [], { timeoutMs: 2000 })]);
  const steps: unknown[] = [];

  const result = await host.catalogue.call(
    'tasks/work',
    { steps: 18 },
    { onProgress: ({ message }) => steps.push(message) },
  );

  // What it asked on its way was answered in the name of the task.
  expect(textOf(result)).toBe('{"io.modelcontextprotocol/related-task":{"taskId":"task-1"}}');
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.at(-1)).toMatch(/^step \d+$/);
});

test('who interrupts such a call cancels the task', async () => {
  const { host, logs } = await startHost([fixture('tasks')]);
  const interrupt = new AbortController();

  const call = host.catalogue.call(
    'tasks/work',
    { steps: 1000 },
    { signal: interrupt.signal, onProgress: () => interrupt.abort() },
  );

  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => logs, SOON).toContain('mcp tasks: info: task-1 was cancelled');
});
