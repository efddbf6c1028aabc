import { applyEdits, modify } from 'jsonc-parser';
import { layoutOf } from './json-layout.ts';

/** The text of a JSON object with this value under a key of it, or with undefined without the key. */
export function setKey(text: string, key: string, value: unknown): string {
  const { eol, step } = layoutOf(text);
  const formattingOptions = { eol, insertSpaces: !step.includes('\t'), tabSize: step.length };
  return applyEdits(text, modify(text, [key], value, { formattingOptions }));
}
