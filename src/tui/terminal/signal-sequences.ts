import { basename } from 'node:path';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import type { TerminalSignals } from '../../core/ports/terminal.ts';
import { NO_PROGRESS } from './terminal-modes.ts';

export const BELL = '\u0007';
const END = '\u001b\\';
const MAX_TITLE_CHARS = 60;
const MAX_NOTICE_CHARS = 200;
const BUSY = '\u001b]9;4;3;0\u0007';
const WAITING = '\u001b]9;4;4;100\u0007';

type Shown = Pick<SessionState, 'turn' | 'cwd' | 'questions' | 'elicitations'>;

/** What goes into the terminal's title: `simse · shop`, `● shop` while a turn runs, `? shop` when the user is asked. */
export function titleText(session: Shown): string {
  const folder = shorten(basename(session.cwd) || session.cwd, MAX_TITLE_CHARS);
  if (isAsked(session)) return `? ${folder}`;
  return session.turn === null ? `simse · ${folder}` : `● ${folder}`;
}

/** Sets the window's title. */
export function titleSequence(text: string): string {
  return `\u001b]2;${text}${END}`;
}

/** A turn has no known end, so that the terminal only shows that one runs. */
export function progressSequence(session: Shown): string {
  if (isAsked(session)) return WAITING;
  return session.turn === null ? NO_PROGRESS : BUSY;
}

/** Tells the user something outside of the terminal's window. */
export function notificationSequence(text: string, by: TerminalSignals['notification']): string {
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
