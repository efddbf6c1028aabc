import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processStartedAt } from '../../src/platform/process-table.ts';

test('a process is told apart from others by its start, and one that has ended has none', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const { pid = 0 } = child;
  const startedAt = processStartedAt(pid);
  expect(startedAt).not.toBeNull();
  expect(processStartedAt(pid)).toBe(startedAt);
  expect(processStartedAt(process.ppid) === startedAt).toBe(process.platform === 'win32');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(processStartedAt(pid)).toBeNull();
});
