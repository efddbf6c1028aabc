import { findImagePaths } from '../../core/text/file-mention.ts';
import { completionsOf } from './completion/completion.ts';
import { promptBlocks } from './attachments.ts';
import { draftOf } from '../editor/editor.ts';
import { rememberPrompt } from './history-state.ts';
import { runsCommand } from './perform-source.ts';
import { readDraft } from './read-draft.ts';
import { changeDraft } from './change-draft.ts';
import { type Effect, type Handler, type Step, type StepContext, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** More paths than these in one paste are a list of files, not images to look at. */
const MAX_IMAGES = 20;

/** Takes what is about commands that run, images and prompts that wait; leaves everything else to the draft. */
export const handleSources: Handler = (ui, event, context) => {
  if (event.type === 'paste') return pasteImages(ui, event.text);
  if (event.type === 'text') return event.text === ' ' ? endWord(ui) : null;
  switch (context.keymap.inPrompt(event)) {
    case 'escape':
    case 'interrupt':
      return interruptCommand(ui, context);
    case 'send':
      return goOn(ui, context);
    case 'queue':
      return queueDraft(ui, context);
    case 'edit-queue':
      return openQueue(ui, context);
    case 'paste-clipboard':
      return step(ui, { type: 'paste-clipboard' });
    default:
      return null;
  }
};

/** A command that the user runs is interrupted before the agent is. */
function interruptCommand(ui: UiState, context: StepContext): Step | null {
  const isOpen = ui.showsKeys || completionsOf(ui, context).length > 0;
  return isOpen || !runsCommand(context.session) ? null : step(ui, { type: 'interrupt-shell' });
}

/** Enter on an empty draft goes on with what was held back. */
function goOn(ui: UiState, { session }: StepContext): Step | null {
  const isHeld = session.queueHeld && session.turn === null;
  return isHeld && ui.editor.text === '' ? step(ui, { type: 'resume-queue' }) : null;
}

/** Sends the draft as a prompt of its own, which waits for the turn that runs. */
function queueDraft(ui: UiState, { session }: StepContext): Step {
  const draft = draftOf(ui.editor);
  if (draft.trim() === '' || readDraft(draft).kind !== 'prompt' || session.turn === null) return step(ui);
  const history = rememberPrompt(ui.history, draft);
  return step(
    { ...changeDraft(ui, { type: 'reset' }), history },
    { type: 'remember', text: draft },
    { type: 'prompt', blocks: promptBlocks(ui.editor), steer: false },
  );
}

function openQueue(ui: UiState, { session }: StepContext): Step {
  const last = session.queue.at(-1);
  return step(last === undefined ? ui : { ...ui, queueMark: last.id });
}

/** A paste of nothing but paths of images: how a terminal writes files that are dropped on it. */
function pasteImages(ui: UiState, text: string): Step | null {
  const paths = findImagePaths(text);
  const rest = paths.reduce((left, { typed }) => left.replace(typed, ''), text);
  if (paths.length === 0 || paths.length > MAX_IMAGES || rest.trim() !== '') return null;
  const effects = paths.map(({ path, typed }): Effect => ({ type: 'attach-image', path, typed }));
  return step(changeDraft(ui, { type: 'paste', text }), ...effects);
}

/** A path of an image that has just been typed to its end. */
function endWord(ui: UiState): Step | null {
  const { text, cursor } = ui.editor;
  const before = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor);
  const last = findImagePaths(before).at(-1);
  if (last === undefined || !before.endsWith(last.typed)) return null;
  const { path, typed } = last;
  return step(changeDraft(ui, { type: 'insert', text: ' ' }), { type: 'attach-image', path, typed });
}
