import { SimseError } from '../core/errors.ts';
import { fingerprint } from './fingerprint.ts';

/** Throws SimseError('duplicate') for a text that an entry has. `known` has the entries' ids by fingerprint. */
export function refuseDuplicate(text: string, known: ReadonlyMap<string, string>): void {
  const same = known.get(fingerprint(text));
  if (same === undefined) return;
  throw new SimseError('duplicate', `The library has this already: ${same}.`, {
    hint: `\`simse library edit ${same}\` changes that entry.`,
  });
}
