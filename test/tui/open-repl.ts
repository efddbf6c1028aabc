import { onTestFinished } from 'vitest';
import type { ReplOptions } from '../../src/tui/repl-options.ts';
import { startRepl } from '../../src/tui/start-repl.tsx';
import { FakeSession } from './fake-session.ts';
import { FakeTerminal } from './fake-terminal.ts';

/** Opens the REPL in a fake terminal; the test's end leaves it. */
export function openRepl(
  terminal: FakeTerminal,
  session: FakeSession,
  options: Partial<ReplOptions> = {},
): { left: Promise<void>; leave: AbortController; remembered: string[] } {
  // Here Ink is not patched as in the bundle, and it draws nothing when it believes that it runs in CI.
  process.env['CI'] = 'false';
  const leave = new AbortController();
  const remembered: string[] = [];
  const left = startRepl({
    session,
    version: '0.1.0',
    banner: [],
    commands: [],
    history: { entries: [], add: (text) => remembered.push(text) },
    terminal: terminal.asReplTerminal(),
    home: '/home/me',
    signal: leave.signal,
    ...options,
  });
  onTestFinished(async () => {
    leave.abort();
    await left.catch(() => {});
  });
  return { left, leave, remembered };
}
