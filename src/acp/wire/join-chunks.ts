import type { EmitEvent, SessionEvent } from '../../core/state/events.ts';

/** As long as one frame of a screen: nobody sees the difference. */
const FRAME_MS = 16;

type Chunk = Extract<SessionEvent, { type: 'message_chunk' }>;

export interface ChunkJoiner {
  emit: EmitEvent;
  /** Passes on what is held back, before something happens that is not an event of the agent's. */
  flush(): void;
}

/**
 * Joins the pieces of one message that come within one frame: an agent that streams faster than anybody reads costs little
 * more than one that does not. The first piece goes on at once, and the order of events stays as it is.
 */
export function joinChunks(emit: EmitEvent, now: () => number = Date.now): ChunkJoiner {
  let held: Chunk | null = null;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let passedAt = -Infinity;

  const flush = (): void => {
    if (held === null) return;
    clearTimeout(timer);
    const whole: Chunk = { ...held, content: { type: 'text', text } };
    held = null;
    passedAt = now();
    emit(whole);
  };

  const hold = (event: Chunk, piece: string): void => {
    held = event;
    text = piece;
    timer = setTimeout(flush, FRAME_MS);
  };

  return {
    flush,
    emit(event) {
      if (event.type !== 'message_chunk' || event.content.type !== 'text') {
        flush();
        return emit(event);
      }
      if (held !== null && held.role === event.role && held.messageId === event.messageId) {
        text += event.content.text;
        return;
      }
      flush();
      if (now() - passedAt < FRAME_MS) return hold(event, event.content.text);
      passedAt = now();
      emit(event);
    },
  };
}
