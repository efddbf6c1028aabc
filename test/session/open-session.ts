import { onTestFinished } from 'vitest';
import type { ContentBlock } from '../../src/core/content.ts';
import { SimseError } from '../../src/core/errors.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import type { Session } from '../../src/core/ports/session.ts';
import type { StampedEvent } from '../../src/core/state/events.ts';
import { createSession, type SessionOptions } from '../../src/session/create-session.ts';
import type { SessionRecords } from '../../src/session/records/session-records.ts';
import { MemoryLibrary } from '../helpers/memory-library.ts';
import type { FakeBackend } from './fake-backend.ts';
import { fakeMcpHost } from './fake-ports.ts';

const NO_RECORDS: SessionRecords = {
  others: () => Promise.resolve([]),
  findFree: (id) => Promise.reject(new SimseError('no_session', `There is no session "${id}".`)),
  own: () => Promise.reject(new SimseError('no_session', 'There is no session "s1".')),
};

export const NO_PORTS: SessionOptions['ports'] = {
  backends: { list: () => Promise.resolve([]) },
  earlier: {
    list: () => Promise.resolve([]),
    preview: (id) => Promise.reject(new SimseError('no_session', `There is no session "${id}".`)),
  },
  library: new MemoryLibrary(),
};

/** A session on a backend in this process, closed when the test has ended. */
export function open(
  backend: FakeBackend,
  record: (event: StampedEvent) => string | null = () => null,
  other: FakeBackend = backend,
  mcp: McpHost = fakeMcpHost(),
): Session {
  return openWith(backend, { record, mcp, findBackend: () => other });
}

/** As `open`, with whatever else is different about it. */
export function openWith(backend: FakeBackend, options: Partial<SessionOptions>): Session {
  const session = createSession({
    id: 's1',
    cwd: '/w',
    roots: ['/w'],
    mode: 'default',
    rules: [],
    ruleFiles: null,
    interactive: true,
    backend,
    earlier: null,
    findBackend: () => backend,
    env: {},
    shellEnv: {},
    home: '/home/me',
    configDir: '/home/me/.config/simse',
    ownPaths: ['/home/me/.config/simse', '/home/me/.local/share/simse'],
    openUrl: () => Promise.reject(new Error('there is no browser here')),
    mcp: fakeMcpHost(),
    own: { load: () => Promise.resolve([]), instructions: '' },
    records: NO_RECORDS,
    record: () => null,
    ports: NO_PORTS,
    facts: { recordDir: '/data/sessions/s1', configFiles: [] },
    ...options,
  });
  onTestFinished(() => session[Symbol.asyncDispose]());
  return session;
}

export const text = (words: string): ContentBlock[] => [{ type: 'text', text: words }];

/** What a command's result is, with what it says where there are no panels. */
export async function ran(session: Session, line: string): Promise<object> {
  const result = await session.runCommand(line);
  return result.kind === 'panel' ? { ...result, text: await result.text() } : result;
}
