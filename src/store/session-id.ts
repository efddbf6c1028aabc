import { randomInt } from 'node:crypto';
import { SimseError } from '../core/errors.ts';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** A new session's id: random from its first character, so that a short prefix is enough to name it. */
export function newSessionId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Whether a text can be a session's id, and so the name of its folder. */
export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text);
}

const SHOWN_MATCHES = 5;
const HINT = 'Run simse sessions list to see them all.';

/** The one id that is the text or starts with it. Throws SimseError('no_session') for none and for several. */
export function matchId(text: string, ids: readonly string[]): string {
  const matches = ids.includes(text) ? [text] : ids.filter((id) => text !== '' && id.startsWith(text));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  if (only === undefined) throw noSession(text);
  const shown = matches.sort().slice(0, SHOWN_MATCHES).join(', ');
  const more = matches.length > SHOWN_MATCHES ? ` and ${matches.length - SHOWN_MATCHES} more` : '';
  throw new SimseError(
    'no_session',
    `"${text}" is the start of ${matches.length} sessions: ${shown}${more}.`,
    { hint: HINT },
  );
}

export function noSession(id: string): SimseError {
  return new SimseError('no_session', `There is no session "${id}".`, { hint: HINT });
}
