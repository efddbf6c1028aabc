import { SimseError } from '../../core/errors.ts';

/** Splits `server:rest` at the first colon, since a server's name has none. Throws SimseError('usage') with `hint`. */
export function splitOffer(text: string, what: string, hint: string): { server: string; rest: string } {
  const colon = text.indexOf(':');
  if (colon > 0 && colon < text.length - 1) {
    return { server: text.slice(0, colon), rest: text.slice(colon + 1) };
  }
  throw new SimseError('usage', `"${text}" is not the name of a ${what}.`, { hint });
}
