import { SimseError } from '../core/errors.ts';
import type { OpeningSession } from './create-agent-session.ts';
import { idOf } from '../core/json.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';
import type { SessionDirectory } from './session-directory.ts';

/** Takes the id that an agent gave to a session it has opened, and what came for it meanwhile; then its settings. */
export function settleSession(session: OpeningSession, directory: SessionDirectory, opened: RpcParams): void {
  const id = idOf(opened['sessionId']);
  if (id === undefined)
    throw new SimseError('protocol', `${session.agent.identity.name} opened a session without an id`);
  session.setId(id);
  directory.settle(session);
  session.settings.load(opened);
}
