import { SimseError } from '../../core/errors.ts';
import type { AppContext } from '../../session/app-context.ts';
import { withLibrary } from '../../session/user-library.ts';
import { editText } from '../shared/edit-text.ts';
import { printDone } from '../shared/print-list.ts';
import { readPipedInput } from '../shared/read-piped-input.ts';

/** What stands beside a text. */
export interface EntryDetails {
  title?: string;
  tag?: string[];
}

/** `simse library add <topic> [text…]`: keeps a text; prints its id. */
export async function runLibraryAdd(
  app: AppContext,
  topic: string,
  words: readonly string[],
  { title, tag }: EntryDetails,
): Promise<number> {
  const text = await typedText(app, words, 'text to keep');
  return withLibrary(app, async (library) => {
    const entry = await library.shelve({
      topic,
      text,
      source: 'user',
      ...(title === undefined ? {} : { title }),
      ...(tag === undefined ? {} : { tags: tag }),
    });
    printDone(app, entry.id, { entry });
    return 0;
  });
}

/**
 * `simse library edit <id> [text…]`: replaces its text, or what the options say; with neither, and a terminal, opens the
 * text in the user's editor.
 */
export async function runLibraryEdit(
  app: AppContext,
  id: string,
  words: readonly string[],
  { title, tag }: EntryDetails,
): Promise<number> {
  return withLibrary(app, async (library) => {
    const before = await library.read(id);
    const hasOptions = title !== undefined || tag !== undefined;
    const text = hasOptions && words.length === 0 ? before.text : await newText(app, before.text, words);
    if (text.trim() === before.text && !hasOptions) {
      app.note('Nothing was changed.');
      return 0;
    }
    const entry = await library.revise(id, {
      text,
      ...(title === undefined ? {} : { title }),
      ...(tag === undefined ? {} : { tags: tag }),
    });
    printDone(app, entry.id, { entry });
    return 0;
  });
}

/** `simse library rm <id…>`: removes entries; the first one that is not there ends it. */
export async function runLibraryRm(app: AppContext, ids: readonly string[]): Promise<number> {
  return withLibrary(app, async (library) => {
    for (const id of ids) {
      const entry = await library.withdraw(id);
      printDone(app, `Removed ${id}.`, { removed: entry });
    }
    return 0;
  });
}

/** A text given as words on the command line, or piped in: by `-`, or in place of the words. `what` names it for errors. */
async function typedText(app: AppContext, words: readonly string[], what: string): Promise<string> {
  const isDash = words.length === 1 && words[0] === '-';
  if (words.length > 0 && !isDash) return words.join(' ');
  const piped =
    app.stdin.isTTY === true && !isDash
      ? null
      : await readPipedInput(app.stdin, { patient: isDash, signal: app.signal });
  if (piped !== null && piped.trim() !== '') return piped;
  throw new SimseError('usage', `There is no ${what}.`, {
    hint: 'Write it after the command, or pipe it in.',
  });
}

function newText(app: AppContext, text: string, words: readonly string[]): Promise<string> {
  if (words.length === 0 && app.stdin.isTTY === true) return editText(app, 'entry.md', `${text}\n`);
  return typedText(app, words, 'new text');
}
