import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { blockToText } from '../../core/content.ts';
import type { Session } from '../../core/ports/session.ts';
import type { ToolProgress } from '../../core/tool-call.ts';
import { limitRate } from '../../core/limit-rate.ts';

const INTERVAL_MS = 250;
/** What comes faster than that is shown by its end. */
const MAX_MESSAGE_CHARS = 2000;

/** Tells what a session's agent says and which tools it uses, a few times a second. Disposing tells the rest. */
export function streamAnswer(session: Session, onProgress: (progress: ToolProgress) => void): Disposable {
  const known = new Set<string>();
  let pending = '';
  let told = 0;

  const tell = (): void => {
    if (pending === '') return;
    const text = cleanText(pending);
    const message = text.length > MAX_MESSAGE_CHARS ? `…${text.slice(-MAX_MESSAGE_CHARS)}` : text;
    pending = '';
    told += 1;
    onProgress({ progress: told, message });
  };
  const limit = limitRate(tell, INTERVAL_MS);
  const add = (text: string): void => {
    // Some more than is told, so that it shows that something is missing.
    pending = `${pending}${text}`.slice(-2 * MAX_MESSAGE_CHARS);
    limit.request();
  };

  const stop = session.onEvent((event) => {
    if (event.type === 'message_chunk' && event.role === 'agent') add(blockToText(event.content));
    if (event.type !== 'tool_call' || known.has(event.call.id) || event.call.title === undefined) return;
    known.add(event.call.id);
    add(`\n[${cleanLine(event.call.title)}]\n`);
  });
  return {
    [Symbol.dispose]() {
      stop();
      limit.cancel();
      tell();
    },
  };
}
