import { randomInt } from 'node:crypto';

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
