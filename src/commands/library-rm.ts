import { printableJson } from '../core/text/printable-json.ts';
import type { AppContext } from '../session/app-context.ts';
import { withLibrary } from '../session/user-library.ts';

/** `simse library rm <id…>`: removes entries; the first one that is not there ends it. */
export async function runLibraryRm(app: AppContext, ids: readonly string[]): Promise<number> {
  return withLibrary(app, async (library) => {
    for (const id of ids) {
      const entry = await library.withdraw(id);
      app.stdout.write(
        app.flags.outputFormat === 'text' ? `Removed ${id}.\n` : `${printableJson({ removed: entry })}\n`,
      );
    }
    return 0;
  });
}
