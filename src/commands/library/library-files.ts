import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { EXIT_FAILED, EXIT_OK, messageOf, SimseError } from '../../core/errors.ts';
import type { Library, NewLibraryEntry } from '../../core/ports/library.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { formatEntryFile, parseEntryFile } from '../../library/entry-file.ts';
import { readTogether } from '../../library/read-together.ts';
import type { AppContext } from '../../session/app-context.ts';
import { withLibrary } from '../../session/user-library.ts';
import { printDone } from '../shared/print-list.ts';

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
    printDone(app, `Exported ${infos.length} to ${dir}.`, { exported: infos.length, folder: dir });
    return 0;
  });
}

interface ImportFile {
  path: string;
  /** Its folder, where the folder was named and not the file. */
  topic: string | null;
}

type Outcome = 'imported' | 'known' | 'failed';

const DEFAULT_TOPIC = 'imported';
/** How many files are held, and keep others from writing to the library, at a time. */
const BATCH = 256;

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
    for (let at = 0; at < files.length; at += BATCH)
      for (const outcome of await importFiles(app, library, files.slice(at, at + BATCH), topic))
        counts[outcome] += 1;
    if (app.flags.outputFormat !== 'text') app.stdout.write(`${printableJson(counts)}\n`);
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

/** What became of a batch; a file that cannot be an entry, as an empty one, is told by its name. */
async function importFiles(
  { note }: AppContext,
  library: Library,
  files: readonly ImportFile[],
  topic: string | undefined,
): Promise<Outcome[]> {
  const read = await readTogether(files, (file) => readImport(file, topic));
  const entries = read.filter((entry): entry is NewLibraryEntry => !(entry instanceof SimseError));
  const shelved = (await library.shelveAll(entries)).values();
  return read.map((entry, at): Outcome => {
    const result = entry instanceof SimseError ? entry : shelved.next().value;
    if (!(result instanceof SimseError)) return 'imported';
    if (result.code === 'duplicate') return 'known';
    note(`${files[at]?.path}: ${result.message}`);
    return 'failed';
  });
}

/** The entry that a file is to become, or why it cannot be read. */
async function readImport(
  { path, topic }: ImportFile,
  wanted: string | undefined,
): Promise<NewLibraryEntry | SimseError> {
  try {
    const [text, stats] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const folder = wanted ?? topic ?? (basename(dirname(path)) || DEFAULT_TOPIC);
    return { source: basename(path), ...parseEntryFile(text, stats.mtimeMs), topic: folder };
  } catch (cause) {
    return new SimseError('usage', `Cannot be read: ${messageOf(cause)}`, { cause });
  }
}
