import type { Session } from '../../core/ports/session.ts';
import { PLAIN_SIGNALS, type TerminalSignals } from '../../core/ports/terminal.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import { asciiText } from '../draw/ascii-text.ts';
import type { ReplTerminal } from './terminal.ts';
import type { WantedModes } from './terminal-modes.ts';
import { type Notice, noticeOf } from './notice-of.ts';
import {
  BELL,
  notificationSequence,
  progressSequence,
  titleSequence,
  titleText,
} from './signal-sequences.ts';

interface AttentionOptions {
  session: Pick<Session, 'getState' | 'subscribe'>;
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
