import { cleanLine, cleanText } from '../../core/text/clean-text.ts';

/** What a tool, a prompt or a resource may say of itself: more would be a way to talk to the model. */
export const MAX_DESCRIPTION_CHARS = 2048;
const MAX_TITLE_CHARS = 200;
const MAX_ID_CHARS = 2048;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/u;

/** A server's text of many lines, safe to draw and to hand to a model; '' for anything else. */
export function describe(value: unknown, maxChars = MAX_DESCRIPTION_CHARS): string {
  if (typeof value !== 'string') return '';
  // What is removed may be much, and the whole of it must not cost much.
  const text = cleanText(value.slice(0, maxChars * 4)).trim();
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** A server's text of one line; undefined when there is none. */
export function entitle(value: unknown, maxChars = MAX_TITLE_CHARS): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = cleanLine(value.slice(0, maxChars * 4));
  if (text === '') return undefined;
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** A name or an address that has to go back to the server as it is; undefined when it cannot be used as one. */
export function usableId(value: unknown, maxChars = MAX_ID_CHARS): string | undefined {
  const isUsable =
    typeof value === 'string' && value !== '' && value.length <= maxChars && !CONTROL_CHARACTERS.test(value);
  return isUsable ? value : undefined;
}
