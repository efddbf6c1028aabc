/** How often idle sessions are looked for; more often for a shorter limit. */
const IDLE_LOOK_MS = 30_000;

/** What a client has at the server, for as long as it stays. */
export interface ClientSession {
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** Whether something of it is under way, so that it is not idle however long that takes. */
  isBusy(): boolean;
  /** Called once it has been taken out of the pool. May return a promise. */
  end(): unknown;
}

export interface SessionPoolOptions {
  /** A session that is not used for this long ends, milliseconds. */
  idleMs: number;
  /** With one more, the one that was idle longest ends. */
  maxSessions: number;
}

/** The sessions of one route, by their ids. Disposing ends them all. */
export interface SessionPool<Session extends ClientSession> extends AsyncDisposable {
  get(id: string): Session | undefined;
  add(id: string, session: Session): void;
  remove(id: string): void;
}

export function createSessionPool<Session extends ClientSession>({
  idleMs,
  maxSessions,
}: SessionPoolOptions): SessionPool<Session> {
  const sessions = new Map<string, Session>();
  const end = (id: string): unknown => {
    const session = sessions.get(id);
    sessions.delete(id);
    return session?.end();
  };
  const endIdle = (): void => {
    for (const [id, session] of sessions) {
      if (!session.isBusy() && Date.now() - session.usedAt >= idleMs) end(id);
    }
  };
  const timer = setInterval(endIdle, Math.min(idleMs, IDLE_LOOK_MS)).unref();
  const makeRoom = (): void => {
    if (sessions.size < maxSessions) return;
    const [oldest] = [...sessions].toSorted(
      ([, one], [, other]) => Number(one.isBusy()) - Number(other.isBusy()) || one.usedAt - other.usedAt,
    );
    if (oldest !== undefined) end(oldest[0]);
  };
  return {
    get: (id) => sessions.get(id),
    add(id, session) {
      makeRoom();
      sessions.set(id, session);
    },
    remove: (id) => void sessions.delete(id),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
