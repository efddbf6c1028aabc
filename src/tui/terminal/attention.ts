import { basename } from 'node:path';
import type { SessionStore } from '../../core/ports/session.ts';
import { PLAIN_SIGNALS, type TerminalSignals } from '../../core/ports/terminal.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { formatDuration } from '../../core/text/quantities.ts';
import { asciiText } from '../draw/ascii-text.ts';
import type { ReplTerminal } from './terminal.ts';
import { NO_PROGRESS, type WantedModes } from './terminal-modes.ts';

interface AttentionOptions {
  session: SessionStore;
  terminal: Pick<ReplTerminal, 'stdout' | 'signals' | 'looks'>;
  ui: Pick<UiSettings, 'title' | 'progress' | 'notify' | 'vim'>;
}

/** What the terminal is asked to keep and to give back, for all that is told besides the screen. */
export function wantedModes({ terminal, ui }: Omit<AttentionOptions, 'session'>): WantedModes {
  const { title, progress } = terminal.signals ?? PLAIN_SIGNALS;
  return { title: title && ui.title, progress: progress && ui.progress, shapes: ui.vim };
}

/** Tells of the session in the terminal's title and progress, and calls the user when they are needed and look elsewhere. */
export class Attention {
  readonly #options: AttentionOptions;
  readonly #signals: TerminalSignals;
  readonly #wanted: WantedModes;
  readonly #unsubscribe: () => void;
  #before: SessionState;
  #told = '';
  #isPaused = false;
  /** Null as long as the terminal has not said. */
  #isFocused: boolean | null = null;

  constructor(options: AttentionOptions) {
    this.#options = options;
    this.#signals = options.terminal.signals ?? PLAIN_SIGNALS;
    this.#wanted = wantedModes(options);
    this.#before = options.session.getState();
    this.#unsubscribe = options.session.subscribe(() => this.#update());
    this.#tell(this.#before);
  }

  close(): void {
    this.#unsubscribe();
  }

  noteFocus(isFocused: boolean): void {
    this.#isFocused = isFocused;
  }

  /** Says nothing until `resume`: the terminal is somebody else's. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Says how things are now; the terminal has given back what was said before. */
  resume(): void {
    this.#isPaused = false;
    this.#told = '';
    this.#tell(this.#before);
  }

  #update(): void {
    const now = this.#options.session.getState();
    const notice = noticeOf(this.#before, now);
    this.#before = now;
    this.#tell(now);
    if (notice !== null) this.#write(this.#call(notice));
  }

  #tell(state: SessionState): void {
    const title = this.#wanted.title === true ? titleSequence(this.#shown(titleText(state))) : '';
    const progress = this.#wanted.progress === true ? progressSequence(state) : '';
    if (title + progress === this.#told) return;
    this.#told = title + progress;
    this.#write(this.#told);
  }

  #shown(text: string): string {
    return this.#options.terminal.looks.ascii === true ? asciiText(text) : text;
  }

  /** Where the terminal does not say whether its window is in front, a question alone is worth a bell. */
  #call({ kind, text }: Notice): string {
    const { notify } = this.#options.ui;
    if (notify === 'off' || this.#isFocused === true) return '';
    if (this.#isFocused === null) return kind === 'asked' ? BELL : '';
    return notify === 'bell' ? BELL : notificationSequence(this.#shown(text), this.#signals.notification);
  }

  #write(text: string): void {
    const { stdout } = this.#options.terminal;
    if (text !== '' && !this.#isPaused && stdout.writable) stdout.write(text);
  }
}

/** A turn that took less was waited for. */
const LONG_TURN_MS = 10_000;

/** What happened that the user may want to know of, wherever they look. */
interface Notice {
  kind: 'asked' | 'ended';
  text: string;
}

/** What has come between two states of a session; null when nothing did that has to be told. */
function noticeOf(before: SessionState, now: SessionState): Notice | null {
  const asked = newQuestion(before, now);
  if (asked !== null) return { kind: 'asked', text: asked };
  if (before.turn === null || now.turn?.id === before.turn.id || now.queue.length > 0) return null;
  const end = now.entries.last('turn_end');
  if (end?.kind !== 'turn_end' || end.durationMs < LONG_TURN_MS || end.stopReason === 'cancelled')
    return null;
  const outcome = end.error === undefined ? 'Done' : 'Failed';
  return { kind: 'ended', text: `${outcome} after ${formatDuration(end.durationMs)}` };
}

function newQuestion(before: SessionState, now: SessionState): string | null {
  const question = newOf(before.questions, now.questions);
  if (question !== undefined) return `${question.askedBy} asks: ${question.title}`;
  const elicitation = newOf(before.elicitations, now.elicitations);
  return elicitation === undefined ? null : `${elicitation.askedBy} asks: ${elicitation.request.message}`;
}

function newOf<T extends { id: string }>(before: readonly T[], now: readonly T[]): T | undefined {
  if (now === before) return undefined;
  const known = new Set(before.map(({ id }) => id));
  return now.find(({ id }) => !known.has(id));
}

const BELL = '\u0007';
const END = '\u001b\\';
const MAX_TITLE_CHARS = 60;
const MAX_NOTICE_CHARS = 200;
const BUSY = '\u001b]9;4;3;0\u0007';
const WAITING = '\u001b]9;4;4;100\u0007';

type Shown = Pick<SessionState, 'turn' | 'cwd' | 'questions' | 'elicitations'>;

/** What goes into the terminal's title: `simse · shop`, `● shop` while a turn runs, `? shop` when the user is asked. */
function titleText(session: Shown): string {
  const folder = shorten(basename(session.cwd) || session.cwd, MAX_TITLE_CHARS);
  if (isAsked(session)) return `? ${folder}`;
  return session.turn === null ? `simse · ${folder}` : `● ${folder}`;
}

/** Sets the window's title. */
function titleSequence(text: string): string {
  return `\u001b]2;${text}${END}`;
}

/** A turn has no known end, so that the terminal only shows that one runs. */
function progressSequence(session: Shown): string {
  if (isAsked(session)) return WAITING;
  return session.turn === null ? NO_PROGRESS : BUSY;
}

/** Tells the user something outside of the terminal's window. */
function notificationSequence(text: string, by: TerminalSignals['notification']): string {
  // A semicolon parts the fields, and a text that begins with a number is a command to some terminals.
  const told = shorten(text.replaceAll(';', ','), MAX_NOTICE_CHARS);
  switch (by) {
    case 'osc9':
      return `\u001b]9;simse: ${told}${END}`;
    case 'osc99':
      return `\u001b]99;;simse: ${told}${END}`;
    case 'osc777':
      return `\u001b]777;notify;simse;${told}${END}`;
    case 'bell':
      return BELL;
  }
}

function isAsked({ questions, elicitations }: Shown): boolean {
  return questions.length + elicitations.length > 0;
}

function shorten(text: string, characters: number): string {
  const clean = Array.from(cleanLine(text));
  return clean.length <= characters ? clean.join('') : `${clean.slice(0, characters - 1).join('')}…`;
}
