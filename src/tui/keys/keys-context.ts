import { createContext, use } from 'react';
import { DEFAULT_KEYMAP } from './create-keymap.ts';
import type { Keymap } from './keymap.ts';

export const KeysContext = createContext<Keymap>(DEFAULT_KEYMAP);

/** The keys as the user has them. */
export function useKeys(): Keymap {
  return use(KeysContext);
}
