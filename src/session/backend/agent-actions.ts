import { messageOf, SimseError } from '../../core/errors.ts';
import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import type { SessionAgent } from '../../core/ports/session.ts';
import type { EventStream } from '../event-stream.ts';
import type { BackendLink } from './backend-link.ts';
import type { ChosenBackend } from './choose-backend.ts';

/** What a user does to the agent that answers. */
export interface AgentActions extends Omit<SessionAgent, 'backends'> {
  /** false when the user did not log in, or there is no way to. */
  logIn(): Promise<boolean>;
  /** false when the backend has no way to log out. */
  logOut(): Promise<boolean>;
}

export function createAgentActions(
  { emit, getState }: EventStream,
  link: BackendLink,
  findBackend: (name: string) => ChosenBackend,
): AgentActions {
  const never = new AbortController().signal;
  return {
    setMode(mode: PermissionMode) {
      emit({ type: 'mode_changed', mode });
      // An agent that has such modes is to know; one that will not change keeps its own, and says so.
      link.current?.session.setMode(mode).catch((error: unknown) => {
        emit({ type: 'notice', level: 'warn', source: getState().backend, text: messageOf(error) });
      });
    },
    async setConfigOption(id, value) {
      const { session } = await link.start();
      await session.setConfigOption(id, value);
    },
    async switchBackend(name) {
      if (getState().turn !== null)
        throw new SimseError('usage', 'A turn is running.', { hint: 'Press Esc to interrupt it.' });
      await link.switchTo(findBackend(name));
    },
    async logIn() {
      const wasRunning = link.current !== null;
      const { hasLoggedIn } = await link.start();
      return (!wasRunning && hasLoggedIn) || link.logIn(never);
    },
    async logOut() {
      const { backend } = await link.start();
      if (!backend.capabilities.logout) return false;
      await backend.logout();
      return true;
    },
  };
}
