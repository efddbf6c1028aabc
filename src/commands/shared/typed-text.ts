import { SimseError } from '../../core/errors.ts';
import type { AppContext } from '../../session/app-context.ts';
import { readPipedInput } from '../../session/read-piped-input.ts';

/** A text given as words on the command line, or piped in: by `-`, or in place of the words. `what` names it for errors. */
export async function typedText(app: AppContext, words: readonly string[], what: string): Promise<string> {
  const isDash = words.length === 1 && words[0] === '-';
  if (words.length > 0 && !isDash) return words.join(' ');
  const piped =
    app.stdin.isTTY === true && !isDash
      ? null
      : await readPipedInput(app.stdin, { patient: isDash, signal: app.signal });
  if (piped !== null && piped.trim() !== '') return piped;
  throw new SimseError('usage', `There is no ${what}.`, {
    hint: 'Write it behind the command, or pipe it in.',
  });
}
