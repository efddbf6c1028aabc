import { printableJson } from '../core/text/printable-json.ts';
import type { AppContext } from '../session/app-context.ts';
import { typedText } from './shared/typed-text.ts';
import { withLibrary } from '../session/user-library.ts';

interface AddOptions {
  title?: string;
  tag?: string[];
}

/** `simse library add <topic> [text…]`: keeps a text; prints its id. */
export async function runLibraryAdd(
  app: AppContext,
  topic: string,
  words: readonly string[],
  { title, tag }: AddOptions,
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
    app.stdout.write(app.flags.outputFormat === 'text' ? `${entry.id}\n` : `${printableJson({ entry })}\n`);
    return 0;
  });
}
