import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { EXIT_FAILED, EXIT_OK } from '../core/exit-codes.ts';
import type { Library } from '../core/library.ts';
import { parseEntryFile } from '../library/entry-file.ts';
import type { AppContext } from '../session/app-context.ts';
import { withLibrary } from '../session/user-library.ts';

interface ImportFile {
  path: string;
  /** Its folder, where the folder was named and not the file. */
  topic: string | null;
}

const DEFAULT_TOPIC = 'imported';

/**
 * `simse library import <path…>`: Markdown files and folders of them, as `export` writes them or by hand. A file's topic is
 * its folder's name below the one that was named, or `topic`. What the library has already is passed over; a file that
 * cannot be an entry is too, and makes the exit code 1.
 */
export async function runLibraryImport(
  app: AppContext,
  paths: readonly string[],
  topic: string | undefined,
): Promise<number> {
  const files = (await Promise.all(paths.map((path) => filesOf(resolve(app.cwd, path))))).flat();
  if (files.length === 0) throw new SimseError('usage', 'There are no Markdown files.');
  return withLibrary(app, async (library) => {
    const counts = { imported: 0, known: 0, failed: 0 };
    for (const file of files) counts[await importFile(app, library, file, topic)] += 1;
    if (app.flags.outputFormat !== 'text') app.stdout.write(`${JSON.stringify(counts)}\n`);
    else app.stdout.write(`Imported ${counts.imported}, ${counts.known} were there already.\n`);
    return counts.failed > 0 ? EXIT_FAILED : EXIT_OK;
  });
}

async function filesOf(path: string): Promise<ImportFile[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, topic: null }];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ parentPath, name }) => {
        const [folder = ''] = relative(path, parentPath).split(/[/\\]/);
        return { path: join(parentPath, name), topic: folder === '' ? basename(path) : folder };
      })
      .filter(({ topic }) => !topic.startsWith('.'))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  } catch (cause) {
    throw new SimseError('usage', `Cannot read ${path}: ${messageOf(cause)}`, { cause });
  }
}

type Outcome = 'imported' | 'known' | 'failed';

/** Takes in one file. One that cannot be an entry, as an empty one, is told by its name. */
async function importFile(
  { note }: AppContext,
  library: Library,
  file: ImportFile,
  topic: string | undefined,
): Promise<Outcome> {
  const [text, stats] = await Promise.all([readFile(file.path, 'utf8'), stat(file.path)]);
  const entry = parseEntryFile(text, stats.mtimeMs);
  const folder = topic ?? file.topic ?? (basename(dirname(file.path)) || DEFAULT_TOPIC);
  try {
    await library.shelve({ source: basename(file.path), ...entry, topic: folder });
    return 'imported';
  } catch (error) {
    if (!(error instanceof SimseError) || error.code === 'store_failed') throw error;
    if (error.code === 'duplicate') return 'known';
    note(`${file.path}: ${error.message}`);
    return 'failed';
  }
}
