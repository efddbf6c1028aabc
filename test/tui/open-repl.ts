import { onTestFinished } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { NextSession } from '../../src/core/ports/earlier-sessions.ts';
import type { ImageSource } from '../../src/core/ports/prompt-parts.ts';
import { DEFAULT_UI } from '../../src/core/ports/ui-settings.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import type { ReplOptions } from '../../src/tui/repl/repl-options.ts';
import { FakeSession, READY } from './fake-session.ts';
import { FakeTerminal } from './fake-terminal.ts';

/** A machine without images. */
const NO_IMAGES: ImageSource = {
  read: () => Promise.reject(new SimseError('not_found', 'there is no such file')),
  clipboard: () => Promise.resolve(null),
};

/** Here Ink is not patched as in the bundle: it draws nothing when it believes, as it is loaded, that it runs in CI. */
async function start(options: ReplOptions): Promise<NextSession | null> {
  process.env['CI'] = 'false';
  const { startRepl } = await import('../../src/tui/start-repl.ts');
  return startRepl(options);
}

/** Opens the REPL in a fake terminal; the test's end leaves it. */
export function openRepl(
  terminal: FakeTerminal,
  session: FakeSession,
  options: Partial<ReplOptions> = {},
): { left: Promise<NextSession | null>; leave: AbortController; remembered: string[] } {
  const leave = new AbortController();
  const remembered: string[] = [];
  const left = start({
    session,
    version: '0.1.0',
    banner: [],
    commands: [],
    history: { entries: [], add: (text) => remembered.push(text), elsewhere: () => Promise.resolve([]) },
    drafts: { restored: null, save: () => {} },
    editText: (text) => Promise.resolve(text),
    terminal: terminal.asReplTerminal(),
    ui: DEFAULT_UI,
    home: '/home/me',
    images: NO_IMAGES,
    openUrl: () => Promise.reject(new Error('there is no browser here')),
    signal: leave.signal,
    ...options,
  });
  onTestFinished(async () => {
    leave.abort();
    await left.catch(() => {});
  });
  return { left, leave, remembered };
}

/** What stands in the last row while the draft is empty. */
export const PROMPT = '› Ask anything';

/** What must never be written to clear the screen. */
export const CLEARS = ['\u001b[2J', '\u001b[3J'];

/** A REPL whose session is ready, with its header and its prompt on the screen. */
export async function openReady(terminal: FakeTerminal, session: FakeSession = new FakeSession()) {
  session.emit(...READY);
  const repl = openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  return { session, ...repl };
}

export function turn(text: string): SessionEvent {
  return { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text }] };
}

export const END: SessionEvent = { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' };
