import { findImagePaths } from '../../core/text/file-mention.ts';
import { draftOf } from '../editor/editor.ts';
import { step } from '../keys/transition.ts';
import { promptBlocks } from './attachments.ts';
import { completionsOf } from './completion/complete-draft.ts';
import { rememberPrompt } from './history-state.ts';
import { runsCommand } from './last-command.ts';
import {
  changeDraft,
  type PromptContext,
  type PromptEffect,
  type PromptHandler,
  type PromptState,
  type PromptStep,
} from './prompt-state.ts';
import { readDraft } from './read-draft.ts';

/** More paths than these in one paste are a list of files, not images to look at. */
const MAX_IMAGES = 20;

/** Takes what is about commands that run, images and prompts that wait; leaves everything else to the draft. */
export const handleSources: PromptHandler = (prompt, event, context) => {
  if (event.type === 'paste') return pasteImages(prompt, event.text);
  if (event.type === 'text') return event.text === ' ' ? endWord(prompt) : null;
  switch (context.keymap.inPrompt(event)) {
    case 'escape':
    case 'interrupt':
      return interruptCommand(prompt, context);
    case 'send':
      return goOn(prompt, context);
    case 'queue':
      return queueDraft(prompt, context);
    case 'edit-queue':
      return openQueue(prompt, context);
    case 'paste-clipboard':
      return step(prompt, { type: 'paste-clipboard' });
    default:
      return null;
  }
};

/** A command that the user runs is interrupted before the agent is. */
function interruptCommand(prompt: PromptState, context: PromptContext): PromptStep | null {
  const isOpen = prompt.showsKeys || completionsOf(prompt, context).length > 0;
  return isOpen || !runsCommand(context.session) ? null : step(prompt, { type: 'interrupt-shell' });
}

/** Enter on an empty draft goes on with what was held back. */
function goOn(prompt: PromptState, { session }: PromptContext): PromptStep | null {
  const isHeld = session.queueHeld && session.turn === null;
  return isHeld && prompt.editor.text === '' ? step(prompt, { type: 'resume-queue' }) : null;
}

/** Sends the draft as a prompt of its own, which waits for the turn that runs. */
function queueDraft(prompt: PromptState, { session }: PromptContext): PromptStep {
  const draft = draftOf(prompt.editor);
  if (draft.trim() === '' || readDraft(draft).kind !== 'prompt' || session.turn === null) return step(prompt);
  const history = rememberPrompt(prompt.history, draft);
  return step(
    { ...changeDraft(prompt, { type: 'reset' }), history },
    { type: 'remember', text: draft },
    { type: 'prompt', blocks: promptBlocks(prompt.editor), steer: false },
  );
}

function openQueue(prompt: PromptState, { session }: PromptContext): PromptStep {
  const last = session.queue.at(-1);
  return step(last === undefined ? prompt : { ...prompt, queueMark: last.id });
}

/** A paste of nothing but paths of images: how a terminal writes files that are dropped on it. */
function pasteImages(prompt: PromptState, text: string): PromptStep | null {
  const paths = findImagePaths(text);
  const rest = paths.reduce((left, { typed }) => left.replace(typed, ''), text);
  if (paths.length === 0 || paths.length > MAX_IMAGES || rest.trim() !== '') return null;
  const effects = paths.map(({ path, typed }): PromptEffect => ({ type: 'attach-image', path, typed }));
  return step(changeDraft(prompt, { type: 'paste', text }), ...effects);
}

/** A path of an image that has just been typed to its end. */
function endWord(prompt: PromptState): PromptStep | null {
  const { text, cursor } = prompt.editor;
  const before = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor);
  const last = findImagePaths(before).at(-1);
  if (last === undefined || !before.endsWith(last.typed)) return null;
  const { path, typed } = last;
  return step(changeDraft(prompt, { type: 'insert', text: ' ' }), { type: 'attach-image', path, typed });
}
