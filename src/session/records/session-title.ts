import { messageOf } from '../../core/errors.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { BackendLink } from '../backend/backend-link.ts';
import type { LiveBackend } from '../backend/open-live-backend.ts';
import type { EventStream } from '../event-stream.ts';

interface SessionTitle {
  /** Gives the session a title of the user's own. */
  rename(title: string): void;
  /** For the events of backends: what they call the session counts until the user gives it a title. */
  emit: EmitEvent;
}

/** Keeps the title of a session. The user's own is told to the backend, and to every new session of one. */
export function createSessionTitle(stream: EventStream, link: Pick<BackendLink, 'current'>): SessionTitle {
  const { emit, getState, onEvent } = stream;

  const tell = async (live: LiveBackend | null): Promise<void> => {
    const { title, isNamed } = getState();
    if (live === null || title === null || !isNamed) return;
    try {
      const kept = await live.session.setTitle(title);
      if (kept !== title && getState().title === title) emit({ type: 'title', title: kept, by: 'user' });
    } catch (error) {
      if (link.current === live)
        emit({ type: 'notice', level: 'warn', source: live.backend.name, text: messageOf(error) });
    }
  };

  onEvent(({ type }) => {
    const live = link.current;
    if (type === 'backend_ready' && live?.isResumed === false) void tell(live);
  });
  return {
    rename(title) {
      emit({ type: 'title', title, by: 'user' });
      void tell(link.current);
    },
    emit(event) {
      if (event.type !== 'title' || !getState().isNamed) emit(event);
    },
  };
}

const MAX_TITLE_CHARS = 200;

/** What a user has typed as a title, as one is kept: one clean line, bounded; empty when nothing is left. */
export function userTitle(typed: string): string {
  return Array.from(cleanLine(typed)).slice(0, MAX_TITLE_CHARS).join('');
}
