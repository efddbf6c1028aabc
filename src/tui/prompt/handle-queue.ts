import type { QueuedPrompt } from '../../core/state/events.ts';
import { draftOf } from '../editor/editor.ts';
import { step } from '../keys/transition.ts';
import { rememberPrompt } from './history-state.ts';
import { changeDraft, type PromptHandler, type PromptState, type PromptStep } from './prompt-state.ts';

/** Takes the keys while one of the prompts that wait is marked; any other key goes back to the draft. */
export const handleQueue: PromptHandler = (prompt, event, { session: { queue }, keymap }) => {
  if (prompt.queueMark === null) return null;
  const index = queue.findIndex(({ id }) => id === prompt.queueMark);
  const marked = queue[index];
  // Its turn has come meanwhile.
  if (marked === undefined || event.type !== 'key') return null;
  const mark = (at: number): PromptStep => step({ ...prompt, queueMark: queue[at]?.id ?? prompt.queueMark });
  switch (keymap.inPlace('queue', event)) {
    case 'up':
      return mark(index - 1);
    case 'down':
      return index === queue.length - 1 ? step({ ...prompt, queueMark: null }) : mark(index + 1);
    case 'edit':
      return takeBack(prompt, marked);
    case 'remove':
      return remove(prompt, queue, index);
    case 'leave':
      return step({ ...prompt, queueMark: null });
    default:
      return null;
  }
};

function remove(prompt: PromptState, queue: readonly QueuedPrompt[], index: number): PromptStep {
  const next = queue[index + 1] ?? queue[index - 1];
  return step(
    { ...prompt, queueMark: next?.id ?? null },
    { type: 'remove-queued', promptId: queue[index]?.id ?? '' },
  );
}

/** Into the draft; what stood there is the newest earlier prompt then. */
function takeBack(prompt: PromptState, { id, text }: QueuedPrompt): PromptStep {
  const history = rememberPrompt(prompt.history, draftOf(prompt.editor));
  const taken = changeDraft({ ...prompt, history, queueMark: null }, { type: 'replace', text });
  return step(taken, { type: 'remove-queued', promptId: id });
}
