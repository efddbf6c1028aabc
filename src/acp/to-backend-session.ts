import type { BackendSession } from '../core/ports/backend.ts';
import type { AgentSession } from './agent-session.ts';
import { closeSession } from './close-session.ts';
import { runTurn } from './run-turn.ts';
import type { SessionDirectory } from './session-directory.ts';
import { setTitle } from './set-title.ts';
import { steerTurn } from './steer-turn.ts';

/** An open session as the rest of simse sees it. */
export function toBackendSession(session: AgentSession, directory: SessionDirectory): BackendSession {
  return {
    id: session.id,
    prompt: (blocks, { signal }) => runTurn(session, blocks, signal),
    setMode: (mode) => session.settings.setMode(mode),
    setConfigOption: (id, value) => session.settings.set(id, value),
    setTitle: (title) => setTitle(session, title),
    steer: (blocks) => steerTurn(session, blocks),
    close: () => closeSession(session, directory),
  };
}
