import { idOf } from '../../core/json.ts';
import { RESOURCE_NOT_FOUND, RpcError, type RpcParams } from '../../core/rpc/rpc-message.ts';
import type { AcpSession } from './acp-session.ts';

/** How many updates of sessions that are not known yet are kept. */
const MAX_EARLY_UPDATES = 1000;

const EXCERPT_CHARS = 500;

interface Early {
  sessionId: unknown;
  update: RpcParams;
}

/** The sessions of one agent, and what comes for them before they are open. */
export interface SessionDirectory {
  /** A session that is being opened: what comes meanwhile is for it. */
  expect(session: AcpSession): void;
  /** It is open: it gets what came for its id before. */
  settle(session: AcpSession): void;
  /** It could not be opened, or was closed. */
  drop(session: AcpSession): void;
  deliver(sessionId: unknown, update: RpcParams): void;
  /** The session that a request is about. Throws the answer when there is none. */
  find(sessionId: unknown): AcpSession;
  all(): AcpSession[];
}

export function createSessionDirectory(log: (line: string) => void): SessionDirectory {
  const open = new Map<string, AcpSession>();
  const expected = new Set<AcpSession>();
  let early: Early[] = [];

  /** An agent that leaves the id out means the only session there is, or the only one that has a turn. */
  const lookUp = (sessionId: unknown, candidates: AcpSession[]): AcpSession | undefined =>
    open.get(idOf(sessionId) ?? '') ?? onlyOne(candidates) ?? onlyOne(candidates.filter(isBusy));
  const logLost = (sessionId: unknown, update: RpcParams): void => {
    log(`an update for an unknown session: ${JSON.stringify({ sessionId, update }).slice(0, EXCERPT_CHARS)}`);
  };

  return {
    expect: (session) => void expected.add(session),
    settle(session) {
      expected.delete(session);
      open.set(session.id, session);
      const isItsOwn = ({ sessionId }: Early): boolean => (idOf(sessionId) ?? session.id) === session.id;
      for (const { update } of early.filter(isItsOwn)) session.receive(update);
      early = early.filter((one) => !isItsOwn(one));
      if (expected.size > 0) return;
      for (const { sessionId, update } of early) logLost(sessionId, update);
      early = [];
    },
    drop(session) {
      expected.delete(session);
      if (open.get(session.id) === session) open.delete(session.id);
    },
    deliver(sessionId, update) {
      const session = lookUp(sessionId, sessionId === undefined ? [...open.values()] : []);
      if (session !== undefined) session.receive(update);
      else if (expected.size > 0 && early.length < MAX_EARLY_UPDATES) early.push({ sessionId, update });
      else logLost(sessionId, update);
    },
    find(sessionId) {
      const session = lookUp(
        sessionId,
        // An id that simse does not know is that of a sub-agent, whose questions count as those of its session.
        sessionId === undefined
          ? [...open.values(), ...expected]
          : [...expected, ...[...open.values()].filter(isBusy)],
      );
      if (session === undefined) throw new RpcError(RESOURCE_NOT_FOUND, 'Session not found', { sessionId });
      return session;
    },
    all: () => [...open.values(), ...expected],
  };
}

function onlyOne(sessions: readonly AcpSession[]): AcpSession | undefined {
  return sessions.length === 1 ? sessions[0] : undefined;
}

function isBusy({ turn }: AcpSession): boolean {
  return turn.isRunning;
}
