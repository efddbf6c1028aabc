import { printableJson } from '../core/text/printable-json.ts';
import { cleanLine, cleanText } from '../core/text/clean-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { withLibrary } from '../session/user-library.ts';

/** `simse library show <id>`: the text of an entry, what else is known of it above when there is somebody to read it. */
export async function runLibraryShow(app: AppContext, id: string): Promise<number> {
  return withLibrary(app, async (library) => {
    const entry = await library.read(id);
    if (app.flags.outputFormat !== 'text') {
      app.stdout.write(`${printableJson({ entry })}\n`);
      return 0;
    }
    const { title, tags, created, source, text } = entry;
    const facts = [
      created.slice(0, 10),
      ...(source === undefined ? [] : [`by ${source}`]),
      ...tags.map((tag) => `#${tag}`),
    ];
    if (app.stdout.isTTY === true)
      app.stdout.write(`${cleanLine(title)}\n${cleanLine(facts.join(' · '))}\n\n`);
    app.stdout.write(`${cleanText(text)}\n`);
    return 0;
  });
}
