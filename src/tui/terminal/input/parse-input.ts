import { readBackground } from '../theme-background.ts';
import { decodeControlCharacter, decodeControlSequence, decodeSingleShift, withAlt } from './decode-key.ts';
import { type InputEvent, isFromKeyboard, type StdinEvent } from './input-event.ts';

/** What has been read but is not a whole key or paste yet. */
export interface InputState {
  readonly pending: string;
  /** The text of a paste that has begun, or null. */
  readonly paste: string | null;
}

export const NO_INPUT: InputState = { pending: '', paste: null };

const ESCAPE = '\u001b';
const PASTE_START = '[200~';
const PASTE_END = '\u001b[201~';
/** `ESC [ M`, and which button, column and row. */
const OLD_MOUSE_CHARS = 6;
/** A sequence longer than this is not one; what comes after it is read anew. */
const MAX_SEQUENCE_CHARS = 4096;

/** A sequence and what it means; `length` 0 when more has to be read first. */
interface Parsed {
  length: number;
  event: StdinEvent | 'paste' | null;
}

const INCOMPLETE: Parsed = { length: 0, event: null };

/** Reads a chunk of terminal input: the events in it, and what waits for the next chunk. Pure and total. */
export function parseInput(state: InputState, chunk: string): { state: InputState; events: StdinEvent[] } {
  const events: StdinEvent[] = [];
  let rest = state.pending + chunk;
  let paste = state.paste;
  while (rest !== '') {
    if (paste !== null) {
      const end = rest.indexOf(PASTE_END);
      if (end < 0) {
        const kept = splitMarkLength(rest);
        return {
          state: {
            paste: paste + rest.slice(0, rest.length - kept),
            pending: rest.slice(rest.length - kept),
          },
          events,
        };
      }
      events.push({ type: 'paste', text: paste + rest.slice(0, end) });
      paste = null;
      rest = rest.slice(end + PASTE_END.length);
      continue;
    }
    const { length, event } = parseNext(rest);
    if (length === 0 && rest.length <= MAX_SEQUENCE_CHARS) return { state: { pending: rest, paste }, events };
    if (event === 'paste') paste = '';
    else if (event !== null) events.push(event);
    rest = rest.slice(length === 0 ? MAX_SEQUENCE_CHARS : length);
  }
  return { state: { pending: '', paste }, events };
}

/**
 * To be called when nothing followed for a while: an ESC alone was the key, and what could have begun a sequence, as `ESC [`,
 * was Alt with that character. The beginning of a longer sequence goes on waiting.
 */
export function flushInput(state: InputState): { state: InputState; events: InputEvent[] } {
  if (!canFlush(state)) return { state, events: [] };
  const character = state.pending.slice(1);
  const escape: InputEvent = { type: 'key', chord: 'escape' };
  if (character === '') return { state: NO_INPUT, events: [escape] };
  const second = character === ESCAPE ? escape : withAlt({ type: 'text', text: character });
  return { state: NO_INPUT, events: character === ESCAPE ? [escape, second] : [second] };
}

/** Whether `flushInput` would give a key. */
export function canFlush({ pending, paste }: InputState): boolean {
  return paste === null && /^\u001b[\u001b[O\]P_^X]?$/.test(pending);
}

/** How many characters at the end may be the beginning of the paste's end mark. */
function splitMarkLength(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length -= 1)
    if (PASTE_END.startsWith(text.slice(-length))) return length;
  return 0;
}

function parseNext(text: string): Parsed {
  const code = text.charCodeAt(0);
  if (text[0] === ESCAPE) return parseEscape(text);
  if (code < 32 || code === 127) return { length: 1, event: decodeControlCharacter(code) };
  const [run = ''] = /^[^\u0000-\u001f\u007f]+/.exec(text) ?? [];
  return { length: run.length, event: { type: 'text', text: run } };
}

function parseEscape(text: string): Parsed {
  const second = text[1];
  if (second === undefined) return INCOMPLETE;
  if (second === '[') return parseControlSequence(text);
  if (second === 'O') {
    const character = text[2];
    return character === undefined ? INCOMPLETE : { length: 3, event: decodeSingleShift(character) };
  }
  if (second === ESCAPE) return parseDoubleEscape(text);
  if (/[\]P_^X]/.test(second)) return parseString(text);
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0);
  const code = character.charCodeAt(0);
  const plain: InputEvent =
    code < 32 || code === 127 ? decodeControlCharacter(code) : { type: 'text', text: character };
  return { length: 1 + character.length, event: withAlt(plain) };
}

/** Two ESC: Alt with a key when one follows, otherwise the Escape key, and what the terminal or a paste begins with. */
function parseDoubleEscape(text: string): Parsed {
  const escape: Parsed = { length: 1, event: { type: 'key', chord: 'escape' } };
  if (text.length === 2) return INCOMPLETE;
  if (text[2] !== '[' && text[2] !== 'O') return escape;
  const { length, event } = parseEscape(text.slice(1));
  if (length === 0) return INCOMPLETE;
  return isInput(event) ? { length: length + 1, event: withAlt(event) } : escape;
}

function parseControlSequence(text: string): Parsed {
  if (text.startsWith('[[', 1)) return text.length < 4 ? INCOMPLETE : { length: 4, event: null };
  const match = /^\u001b\[([0-?]*)[ -/]*([@-~$^])/.exec(text);
  if (match === null) return /^\u001b\[[0-?]*[ -/]*$/.test(text) ? INCOMPLETE : { length: 2, event: null };
  const [whole, parameters = '', final = ''] = match;
  if (whole === `${ESCAPE}[M`) return parseOldMouse(text);
  if (whole === ESCAPE + PASTE_START) return { length: whole.length, event: 'paste' };
  return { length: whole.length, event: decodeControlSequence(parameters, final) };
}

/** The oldest way of telling of the mouse, with three characters behind it. Nothing here is done with the mouse. */
function parseOldMouse(text: string): Parsed {
  return text.length < OLD_MOUSE_CHARS ? INCOMPLETE : { length: OLD_MOUSE_CHARS, event: null };
}

/** A string sequence (OSC, DCS, APC, PM, SOS): the terminal's answer to a question. Nothing a user typed. */
function parseString(text: string): Parsed {
  const end = /\u0007|\u001b\\/.exec(text);
  if (end === null) return INCOMPLETE;
  const background = text[1] === ']' ? readBackground(text.slice(2, end.index)) : null;
  return {
    length: end.index + end[0].length,
    event: background === null ? null : { type: 'background', background },
  };
}

function isInput(event: Parsed['event']): event is InputEvent {
  return event !== null && event !== 'paste' && isFromKeyboard(event);
}
