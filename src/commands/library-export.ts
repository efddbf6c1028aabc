import { printableJson } from '../core/text/printable-json.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { formatEntryFile } from '../library/entry-file.ts';
import { readTogether } from '../library/read-together.ts';
import type { AppContext } from '../session/app-context.ts';
import { withLibrary } from '../session/user-library.ts';

/**
 * `simse library export [folder]`: every entry as a Markdown file in a new folder, topic by topic; without a folder all
 * entries as JSON on stdout.
 */
export async function runLibraryExport(app: AppContext, folder: string | undefined): Promise<number> {
  return withLibrary(app, async (library) => {
    const infos = await library.list({});
    if (folder === undefined) {
      const entries = await readTogether(infos, ({ id }) => library.read(id));
      app.stdout.write(`${printableJson({ entries }, 2)}\n`);
      return 0;
    }
    const dir = resolve(app.cwd, folder);
    try {
      for (const { id } of infos) {
        const file = join(dir, `${id}.md`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, formatEntryFile(await library.read(id)), { flag: 'wx' });
      }
    } catch (cause) {
      if (cause instanceof SimseError) throw cause;
      throw new SimseError('store_failed', `Cannot export to ${dir}: ${messageOf(cause)}`, {
        hint: 'Name a folder that is new or has none of these files.',
        cause,
      });
    }
    app.stdout.write(
      app.flags.outputFormat === 'text'
        ? `Exported ${infos.length} to ${dir}.\n`
        : `${printableJson({ exported: infos.length, folder: dir })}\n`,
    );
    return 0;
  });
}
