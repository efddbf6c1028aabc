import type { EmitEvent, SessionEvent } from '../../core/state/events.ts';

/** Passes events on; its notices wait while they are held. */
export interface NoticeHold {
  emit: EmitEvent;
  hold(): void;
  release(): void;
}

/** What an agent has to say while its session is opened is shown after who it is. */
export function holdNotices(emit: EmitEvent): NoticeHold {
  let held: SessionEvent[] | null = null;
  return {
    emit(event) {
      if (held !== null && event.type === 'notice') held.push(event);
      else emit(event);
    },
    hold() {
      held ??= [];
    },
    release() {
      const events = held ?? [];
      held = null;
      for (const event of events) emit(event);
    },
  };
}
