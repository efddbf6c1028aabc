import { printableJson } from '../core/text/printable-json.ts';
import type { AppContext } from '../session/app-context.ts';
import { editText } from './shared/edit-text.ts';
import { typedText } from './shared/typed-text.ts';
import { withLibrary } from '../session/user-library.ts';

interface EditOptions {
  title?: string;
  tag?: string[];
}

/**
 * `simse library edit <id> [text…]`: replaces its text, or what the options say; with neither, and a terminal, opens the
 * text in the user's editor.
 */
export async function runLibraryEdit(
  app: AppContext,
  id: string,
  words: readonly string[],
  { title, tag }: EditOptions,
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
    app.stdout.write(app.flags.outputFormat === 'text' ? `${entry.id}\n` : `${printableJson({ entry })}\n`);
    return 0;
  });
}

function newText(app: AppContext, text: string, words: readonly string[]): Promise<string> {
  if (words.length === 0 && app.stdin.isTTY === true) return editText(app, 'entry.md', `${text}\n`);
  return typedText(app, words, 'new text');
}
