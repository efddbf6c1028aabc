import type { Style } from '../../draw/theme.ts';

/** A run of code, with the style of what it is, null for plain code. May span lines. */
export interface Token {
  readonly text: string;
  readonly style: Style | null;
}

/** What knows the languages. */
export interface Tokenizer {
  knows(language: string): boolean;
  /** `isSettled`: nothing that began in this code goes on behind it, as a comment or a string of several lines would. */
  tokenize(code: string, language: string): { tokens: readonly Token[]; isSettled: boolean };
}

let loaded: Tokenizer | null = null;
let loading: Promise<void> | null = null;

/** Loads the grammars. Until then all code is plain, so that nothing waits for them. Never rejects. */
export function loadTokenizer(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    const { createTokenizer } = await import('./grammars.ts');
    loaded = createTokenizer();
  } catch {
    // An upgrade has replaced the program's files while it runs: code stays plain.
  }
}

/** The languages, null while they have not been loaded. */
export function loadedTokenizer(): Tokenizer | null {
  return loaded;
}
