import { messageOf, SimseError } from '../../core/errors.ts';
import type { ImageSource } from '../../core/ports/prompt-parts.ts';
import type { Session } from '../../core/ports/session.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { echo, errorLines } from '../draw/answer-lines.ts';
import { indentLines, type Line, line, textLines } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { type Attachment, cleanInput, type Paste } from '../editor/chips.ts';
import { edit } from '../editor/editor.ts';
import { NEW_VIM } from '../editor/vim/vim-state.ts';
import { attach, imageAttachment, outputAttachment } from './attachments.ts';
import { withElsewhere } from './history-state.ts';
import { lastCommand } from './last-command.ts';
import { changeDraft, type PromptState, type SourceEffect, withEditor } from './prompt-state.ts';

/** What the effects of the prompt act on. */
export interface PromptWorld {
  session: Pick<Session, 'shell' | 'library' | 'resumeQueue' | 'getState'>;
  print(lines: readonly Line[]): void;
  /** The prompts of other directories, oldest first. Never rejects. */
  readHistory(): Promise<readonly string[]>;
  /** Lets the user change a text in their own editor, on this terminal. Rejects with a SimseError when nothing came of it. */
  editText?(text: string): Promise<string>;
  /** Changes the prompt on the screen. Not there where none is drawn. */
  changePrompt?(change: (prompt: PromptState) => PromptState): void;
  /** Where images for a prompt come from. */
  images: ImageSource;
  /** Keeps what is attached to the next prompt. Not there where it goes into the draft. */
  attachLater?(attachment: Attachment): void;
}

/** Does what a key asked for. Never throws; what fails later is printed. */
export function performSource(effect: SourceEffect, world: PromptWorld): void {
  const { session } = world;
  switch (effect.type) {
    case 'shell':
      return runShell(effect, world);
    case 'interrupt-shell':
      session.shell.interrupt();
      return;
    case 'give-output':
      return giveOutput(world);
    case 'note':
      return shelveNote(effect, world);
    case 'attach-image':
      return attachImage(effect, world);
    case 'paste-clipboard':
      return pasteClipboard(world);
    case 'resume-queue':
      return session.resumeQueue();
  }
}

/** How it goes is drawn as it comes. */
function runShell({ command, give }: Extract<SourceEffect, { type: 'shell' }>, world: PromptWorld): void {
  world.session.shell.run(command).then(
    (result) => {
      if (give) attachToDraft(world, (pastes) => outputAttachment(result, pastes));
    },
    (thrown: unknown) => world.print(failureLines(thrown)),
  );
}

function giveOutput(world: PromptWorld): void {
  const result = lastCommand(world.session.getState());
  if (result === null) world.print([line(span('No command has run yet. Run one with !.', 'dim'))]);
  else attachToDraft(world, (pastes) => outputAttachment(result, pastes));
}

function shelveNote(
  { topic, text }: Extract<SourceEffect, { type: 'note' }>,
  { session, print }: PromptWorld,
): void {
  session.library.shelve({ topic, text, source: 'user' }).then(
    ({ id }) => print([line(span(`${GLYPHS.info} `, 'dim'), span(`Noted in the library as ${id}.`, 'dim'))]),
    (thrown: unknown) => print(failureLines(thrown)),
  );
}

/** A path that is no image after all stays what it is. */
function attachImage(
  { path, typed }: Extract<SourceEffect, { type: 'attach-image' }>,
  world: PromptWorld,
): void {
  const { session, images, print } = world;
  const { takes, backend } = session.getState();
  images.read(path).then(
    (image) => {
      if (takes?.images === false) print(refusal(backend, 'the path stays in the text'));
      else attachToDraft(world, (pastes) => imageAttachment(image, path, pastes), typed);
    },
    (thrown: unknown) => {
      if (!(thrown instanceof SimseError) || thrown.code !== 'not_found') print(failureLines(thrown));
    },
  );
}

function pasteClipboard(world: PromptWorld): void {
  const { session, images, print, changePrompt } = world;
  const { takes, backend } = session.getState();
  images.clipboard().then(
    (found) => {
      if (found === null) print([line(span('The clipboard has no image or text.', 'dim'))]);
      else if ('text' in found)
        changePrompt?.((prompt) => changeDraft(prompt, { type: 'paste', text: found.text }));
      else if (takes?.images === false) print(refusal(backend, 'nothing was pasted'));
      else attachToDraft(world, (pastes) => imageAttachment(found, null, pastes));
    },
    (thrown: unknown) => print(failureLines(thrown)),
  );
}

function refusal(backend: string, consequence: string): Line[] {
  return [line(span(`${GLYPHS.warning} ${backend} does not accept images: ${consequence}.`, 'warning'))];
}

function failureLines(thrown: unknown): Line[] {
  const hint = thrown instanceof SimseError && thrown.hint !== undefined ? textLines(thrown.hint, 'dim') : [];
  const lines = [...textLines(cleanText(messageOf(thrown)), 'bad'), ...hint];
  return indentLines(lines, [span(`${GLYPHS.failed} `, 'bad')]);
}

/**
 * Puts what attached into the draft, in place of `insteadOf` where that stands there, else at the cursor with a blank behind
 * it. Without a draft on the screen it is kept for the next prompt, with a line that says so.
 */
function attachToDraft(
  { changePrompt, attachLater, print }: PromptWorld,
  make: (pastes: readonly Paste[]) => Attachment,
  insteadOf = '',
): void {
  if (changePrompt === undefined) {
    const attachment = make([]);
    attachLater?.(attachment);
    return print([line(span(`${attachment.label} is attached to the next prompt.`, 'dim'))]);
  }
  changePrompt((prompt) => {
    const attached = attach(prompt.editor, make(prompt.editor.pastes), insteadOf);
    const editor = insteadOf === '' ? edit(attached, { type: 'insert', text: ' ' }) : attached;
    return { ...withEditor(prompt, editor), armed: prompt.armed };
  });
}

/** Does what a slash command is for that is about the prompt itself. */
export function actOnPrompt(
  typed: string,
  { action, text }: Extract<CommandResult, { kind: 'prompt-action' }>,
  world: PromptWorld,
): void {
  const { changePrompt } = world;
  if (changePrompt === undefined) return world.print([echo(typed), ...textLines(text)]);
  switch (action) {
    case 'edit':
      return editDraft('', world);
    case 'show-keys':
      return changePrompt((prompt) => ({ ...prompt, showsKeys: true }));
    case 'toggle-vim':
      return changePrompt((prompt) => ({ ...prompt, vim: prompt.vim === null ? NEW_VIM : null }));
  }
}

/** Reads the prompts of other directories for the search. */
export function loadHistory({ readHistory, changePrompt }: PromptWorld): void {
  void readHistory().then((prompts) =>
    changePrompt?.((prompt) => ({ ...prompt, history: withElsewhere(prompt.history, prompts) })),
  );
}

/** Opens the draft in the user's own editor. Editors end a file with a line break, which is no part of the draft. */
export function editDraft(text: string, { editText, changePrompt, print }: PromptWorld): void {
  editText?.(text).then(
    (edited) =>
      changePrompt?.((prompt) =>
        changeDraft(prompt, { type: 'replace', text: cleanInput(edited).replace(/\n$/, '') }),
      ),
    (thrown: unknown) => print(errorLines(thrown)),
  );
}
