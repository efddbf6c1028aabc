import type { Entry, SessionState } from '../../core/state/session-state.ts';
import type { ShellResult, Session } from '../../core/ports/session.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { ImageSource } from '../../core/ports/prompt-parts.ts';
import { indentLines, type Line, line, textLines } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import type { Attachment, Paste } from '../editor/chips.ts';
import { GLYPHS } from '../draw/theme.ts';
import { imageAttachment, outputAttachment } from './attachments.ts';

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/** Whether a command that the user ran still runs. */
export function runsCommand({ entries }: Pick<SessionState, 'entries'>): boolean {
  return entries.openIndexes().some((index) => isCommand(entries.at(index)));
}

/** The user's last command that has ended, with what is kept of its output; null where there is none. */
function lastCommand({ entries, terminals }: SessionState): ShellResult | null {
  const last = entries.findLast((entry) => isCommand(entry) && entry.done);
  if (last?.kind !== 'tool') return null;
  const [content] = last.call.content;
  const terminal = content?.type === 'terminal' ? terminals.last(content.terminalId) : undefined;
  const { output = '', exitCode = null, signal = null } = terminal ?? {};
  return { command: last.call.title.replace(/^! /, ''), output: cleanText(output), exitCode, signal };
}

function isCommand(entry: Entry | undefined): entry is ToolEntry {
  return entry?.kind === 'tool' && entry.call.byUser === true;
}

/** What these effects act on. */
export interface SourceWorld {
  session: Pick<Session, 'shell' | 'library' | 'resumeQueue' | 'getState'>;
  images: ImageSource;
  print(lines: readonly Line[]): void;
  /** Puts what goes along into the draft, in place of `insteadOf` where that stands there, else at the cursor. */
  attach(make: (pastes: readonly Paste[]) => Attachment, insteadOf: string): void;
  /** Puts a text into the draft, as if it had been pasted. */
  paste(text: string): void;
}

/** Does what a key asked for. Never throws; what fails later is printed. */
export function performSource(effect: SourceEffect, world: SourceWorld): void {
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
function runShell({ command, give }: Extract<SourceEffect, { type: 'shell' }>, world: SourceWorld): void {
  world.session.shell.run(command).then(
    (result) => {
      if (give) world.attach((pastes) => outputAttachment(result, pastes), '');
    },
    (thrown: unknown) => world.print(failureLines(thrown)),
  );
}

function giveOutput({ session, attach, print }: SourceWorld): void {
  const result = lastCommand(session.getState());
  if (result === null) print([line(span('No command has run yet: ! runs one.', 'dim'))]);
  else attach((pastes) => outputAttachment(result, pastes), '');
}

function shelveNote(
  { topic, text }: Extract<SourceEffect, { type: 'note' }>,
  { session, print }: SourceWorld,
): void {
  session.library.shelve({ topic, text, source: 'user' }).then(
    ({ id }) => print([line(span(`${GLYPHS.info} `, 'dim'), span(`Noted in the library as ${id}.`, 'dim'))]),
    (thrown: unknown) => print(failureLines(thrown)),
  );
}

/** A path that is no image after all stays what it is. */
function attachImage(
  { path, typed }: Extract<SourceEffect, { type: 'attach-image' }>,
  { session, images, attach, print }: SourceWorld,
): void {
  const { takes, backend } = session.getState();
  images.read(path).then(
    (image) => {
      if (takes?.images === false) print(refusal(backend, 'the path stays in the text'));
      else attach((pastes) => imageAttachment(image, path, pastes), typed);
    },
    (thrown: unknown) => {
      if (!(thrown instanceof SimseError) || thrown.code !== 'not_found') print(failureLines(thrown));
    },
  );
}

function pasteClipboard({ session, images, attach, paste, print }: SourceWorld): void {
  const { takes, backend } = session.getState();
  images.clipboard().then(
    (found) => {
      if (found === null) print([line(span('The clipboard holds neither an image nor text.', 'dim'))]);
      else if ('text' in found) paste(found.text);
      else if (takes?.images === false) print(refusal(backend, 'nothing was pasted'));
      else attach((pastes) => imageAttachment(found, null, pastes), '');
    },
    (thrown: unknown) => print(failureLines(thrown)),
  );
}

function refusal(backend: string, consequence: string): Line[] {
  return [line(span(`${GLYPHS.warning} ${backend} takes no images: ${consequence}.`, 'warning'))];
}

function failureLines(thrown: unknown): Line[] {
  const hint = thrown instanceof SimseError && thrown.hint !== undefined ? textLines(thrown.hint, 'dim') : [];
  const lines = [...textLines(cleanText(messageOf(thrown)), 'bad'), ...hint];
  return indentLines(lines, [span(`${GLYPHS.failed} `, 'bad')]);
}

/** What is done to get something for a prompt, or with one that waits. */
export type SourceEffect =
  | { type: 'shell'; command: string; give: boolean }
  | { type: 'interrupt-shell' }
  /** Lets what the last command wrote go along with the next prompt. */
  | { type: 'give-output' }
  | { type: 'note'; topic: string; text: string }
  /** Takes the image of a path that stands in the draft as `typed`. */
  | { type: 'attach-image'; path: string; typed: string }
  | { type: 'paste-clipboard' }
  | { type: 'resume-queue' };
