import type { QueuedPrompt } from '../../core/state/events.ts';
import { draftOf } from '../editor/editor.ts';
import { rememberPrompt } from './history-state.ts';
import { changeDraft } from './change-draft.ts';
import { type Handler, type Step, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** Takes the keys while one of the prompts that wait is marked; any other key goes back to the draft. */
export const handleQueue: Handler = (ui, event, { session: { queue }, keymap }) => {
  if (ui.queueMark === null) return null;
  const index = queue.findIndex(({ id }) => id === ui.queueMark);
  const marked = queue[index];
  // Its turn has come meanwhile.
  if (marked === undefined || event.type !== 'key') return null;
  const mark = (at: number): Step => step({ ...ui, queueMark: queue[at]?.id ?? ui.queueMark });
  switch (keymap.inPlace('queue', event)) {
    case 'up':
      return mark(index - 1);
    case 'down':
      return index === queue.length - 1 ? step({ ...ui, queueMark: null }) : mark(index + 1);
    case 'edit':
      return takeBack(ui, marked);
    case 'remove':
      return remove(ui, queue, index);
    case 'leave':
      return step({ ...ui, queueMark: null });
    default:
      return null;
  }
};

/** The mark goes with its prompt, and with the first key that is meant for the draft. */
export function syncQueueMark(ui: UiState, queue: readonly QueuedPrompt[]): UiState {
  const isThere = ui.queueMark === null || queue.some(({ id }) => id === ui.queueMark);
  return isThere ? ui : { ...ui, queueMark: null };
}

function remove(ui: UiState, queue: readonly QueuedPrompt[], index: number): Step {
  const next = queue[index + 1] ?? queue[index - 1];
  return step(
    { ...ui, queueMark: next?.id ?? null },
    { type: 'remove-queued', promptId: queue[index]?.id ?? '' },
  );
}

/** Into the draft; what stood there is the newest earlier prompt then. */
function takeBack(ui: UiState, { id, text }: QueuedPrompt): Step {
  const history = rememberPrompt(ui.history, draftOf(ui.editor));
  const taken = changeDraft({ ...ui, history, queueMark: null }, { type: 'replace', text });
  return step(taken, { type: 'remove-queued', promptId: id });
}
